/** The trainer: a question, an answer, a verdict with its reasons. */

import { get, post } from "./api.js";
import { row } from "./cards.js";
import { byId, make, table } from "./dom.js";
import { attempt } from "./errors.js";
import { onLetters } from "./keys.js";
import * as rules from "./rules.js";
import { forget, keep, onKept, recall } from "./storage.js";

const NAME = "progress";
/** Where the question is below what it was asked for with, as in the style sheet. */
const NARROW = "(max-width: 66.99rem)";
const start = byId("train-start");
const form = byId("train-answer");
const rest = byId("train-error");
/** The question on the page, or null; with the rules it was asked by. */
let question = null;
let isOpen = false;

const isProgress = (kept) => Object.values(kept).every((one) =>
  [one?.answered, one?.right, one?.streak, one?.best, one?.lost ?? 0].every(Number.isFinite));
let progress = recall(NAME, {}, isProgress);

function ask(seed, number) {
  const kind = byId("train-kind").value;
  const difficulty = byId("train-difficulty").value;
  const asked = rules.chosenRules();
  return attempt("train", async () => {
    const found = await get(`train/${encodeURIComponent(kind)}`, { seed, number: String(number), difficulty, ...asked });
    question = { ...found, rules: asked };
    show();
  }, [start, rules.form], byId("train-start-error"));
}

function show() {
  isOpen = true;
  byId("train-question").hidden = false;
  if (matchMedia(NARROW).matches) byId("train-setup").open = false;
  drawScore();
  byId("train-number").textContent = `Question ${question.number}, seed ${question.seed}`;
  byId("train-asks").textContent = question.asks;
  byId("train-shown").replaceChildren(...question.shown.map(({ label, cards, text }) =>
    make("div", { class: "seat" }, make("h4", {}, label),
      cards.length ? make("div", { class: "cards" }, ...row(cards)) : make("p", {}, text))));
  if (question.fields.some(({ name }) => name === "cards")) letChoose(byId("train-shown"));
  // One thing to choose: choosing it is the answer.
  const [only] = question.fields;
  const atOnce = question.fields.length === 1 && only.options.length > 0;
  byId("train-fields").replaceChildren(...(atOnce ? [choices(only)] : question.fields.map(field)));
  byId("train-submit").hidden = atOnce;
  byId("train-submit").disabled = false;
  byId("train-verdict").replaceChildren();
  byId("train-next").hidden = true;
  rest.textContent = "";
  byId("train-fields").querySelector("input, button").focus({ preventScroll: true });
  byId("train-question").scrollIntoView({ block: "nearest" });
}

/** Shown cards that can be tapped to answer with them. */
function letChoose(shown) {
  for (const drawn of shown.querySelectorAll("[data-face]")) {
    const button = make("button", { type: "button", class: drawn.className, "aria-label": drawn.getAttribute("aria-label"), "aria-pressed": "false", "data-face": drawn.dataset.face }, ...drawn.childNodes);
    button.addEventListener("click", () => {
      const input = byId("answer-cards");
      if (!isOpen) return;
      const cards = input.value.split(/[\s,]+/).filter(Boolean);
      const card = drawn.dataset.face;
      const chosen = cards.includes(card);
      input.value = (chosen ? cards.filter((other) => other !== card) : [...cards, card]).join(" ");
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    drawn.replaceWith(button);
  }
}

/** Mark the shown cards that the answer has. */
function markChosen() {
  const text = byId("answer-cards")?.value ?? "";
  for (const button of byId("train-shown").querySelectorAll("button[data-face]")) {
    button.setAttribute("aria-pressed", String(text.includes(button.dataset.face)));
  }
}

function choices({ name, label, options }) {
  return make("div", { class: "field" }, make("fieldset", { class: "options" }, make("legend", {}, label),
    ...options.map((option) => make("button", { type: "button", onclick: () => answer({ [name]: option }) }, option))),
  error(name));
}

function field({ name, label, options, expects }) {
  const id = `answer-${name}`;
  if (options.length) {
    return make("div", { class: "field" }, make("fieldset", { class: "options" }, make("legend", {}, label),
      ...options.map((option) => make("label", { class: "option" }, make("input", { type: "radio", name, value: option }), option))),
    error(name));
  }
  return make("div", { class: "field" }, make("label", { for: id }, label),
    make("p", { class: "hint", id: `${id}-hint` }, expects),
    make("input", { type: "text", id, name, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": `${id}-hint ${id}-error` }),
    error(name));
}

const error = (name) => make("p", { class: "error", role: "alert", id: `answer-${name}-error`, "data-error": name });

async function answer(answers) {
  if (!isOpen) return;
  isOpen = false;
  const { kind, seed, number, difficulty, rules: asked } = question;
  const done = await attempt("answer", async () => {
    const verdict = await post(`train/${encodeURIComponent(kind)}`, { ...asked, seed, number, difficulty, answers });
    count(kind, verdict);
    judge(verdict, answers);
  }, [form], rest);
  if (done === false) isOpen = true;
}

function judge({ right, expected, reason, lost }, answers) {
  const labels = new Map(question.fields.map(({ name, label }) => [name, label]));
  const rows = Object.entries(expected).map(([name, value]) => [labels.get(name) ?? name, answers[name] ?? "", value]);
  byId("train-verdict").replaceChildren(make("div", { class: `judged ${right ? "right" : "wrong"}` },
    make("p", { class: "word" }, right ? "✓ Right" : "✗ Wrong"),
    right ? null : table(["", "Your answer", "Right"], rows, "Answers"),
    lost !== null && !right ? make("p", {}, `Lost: ${lost} antes`) : null,
    ...reason.map((sentence) => make("p", {}, sentence))));
  for (const control of byId("train-fields").querySelectorAll("input, button")) {
    control.disabled = true;
    if (control.matches("button")) control.setAttribute("aria-pressed", String(Object.values(answers).includes(control.textContent)));
  }
  byId("train-submit").disabled = true;
  byId("train-next").hidden = false;
  byId("train-next").focus();
}

function count(kind, { right, lost }) {
  // Another window may have counted since.
  progress = recall(NAME, progress, isProgress);
  const one = progress[kind] ?? { answered: 0, right: 0, streak: 0, best: 0, lost: null };
  const streak = right ? one.streak + 1 : 0;
  progress = { ...progress, [kind]: {
    answered: one.answered + 1,
    right: one.right + Number(right),
    streak,
    best: Math.max(one.best, streak),
    lost: lost === null ? one.lost : (one.lost ?? 0) + Number(lost),
  } };
  keep(NAME, progress);
  drawProgress();
  drawScore();
}

function drawScore() {
  const { answered, right, streak } = progress[question.kind] ?? { answered: 0, right: 0, streak: 0 };
  byId("train-score").textContent = `${question.kind}: ${right} of ${answered} right, ${streak} in a row`;
}

function drawProgress() {
  const rows = Object.entries(progress).map(([kind, { answered, right, streak, best, lost }]) =>
    [kind, `${right} of ${answered}`, String(streak), String(best), lost === null ? "–" : lost.toFixed(6)]);
  byId("train-forget").hidden = rows.length === 0;
  byId("train-progress").replaceChildren(rows.length
    ? table(["What", "Right>", "In a row>", "Best>", "Lost, antes>"], rows, "Progress")
    : make("p", { class: "hint" }, "Nothing answered yet."));
}

async function load() {
  const { kinds, difficulties } = await get("train");
  const select = byId("train-kind");
  select.replaceChildren(...kinds.map(({ kind }) => make("option", {}, kind)));
  const describe = () => { byId("train-kind-hint").textContent = kinds.find(({ kind }) => kind === select.value)?.what ?? ""; };
  select.addEventListener("change", describe);
  describe();
  byId("train-difficulty").replaceChildren(...difficulties.map((name) => make("option", { selected: name === "normal" }, name)));
}

const next = () => { if (!byId("train-next").hidden) ask(question.seed, question.number + 1); };

export function startTrainer() {
  start.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(byId("train-seed").value.trim(), 1);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(Object.fromEntries([...new FormData(form)].map(([name, text]) => [name, String(text)])));
  });
  byId("train-fields").addEventListener("input", markChosen);
  byId("train-next").addEventListener("click", next);
  byId("train-forget").addEventListener("click", () => {
    if (!window.confirm("Start afresh? All that was counted here is forgotten.")) return;
    progress = {};
    forget(NAME);
    drawProgress();
  });
  const choose = (word) => {
    const button = [...byId("train-fields").querySelectorAll("button:enabled")].find(({ textContent }) => textContent === word);
    button?.click();
    return button !== undefined;
  };
  onLetters("train", { c: () => choose("call"), f: () => choose("fold"), y: () => choose("yes"), n: () => choose("no") || next() });
  onKept(NAME, () => {
    progress = recall(NAME, {}, isProgress);
    drawProgress();
    if (question) drawScore();
  });
  drawProgress();
}

/** The trainer's view is shown for the first time. */
export function enterTrainer() {
  attempt("train-kinds", load, [], byId("train-start-error"));
}
