/** A match against the house: dealt and settled by the server, shown and kept here. */

import { Gone, Refusal, get, getText, post } from "./api.js";
import { askAgain } from "./connection.js";
import { byId, make, table } from "./dom.js";
import { attempt } from "./errors.js";
import { finish, isBare, isRevealing, reveal, showDeal, stop } from "./felt.js";
import { saveFile } from "./files.js";
import { onLetters } from "./keys.js";
import * as rules from "./rules.js";
import { forget, keep, recall } from "./storage.js";

const NAME = "match";
const AT_ONCE = "at-once";
/** The longest record that this browser keeps, in characters. */
const LONGEST_RECORD = 100000;
const UNKNOWN = 404;
const start = byId("match-start");
const rest = byId("match-error");
/** The state of the match as last seen, or null; `record` is its last record that was read. */
let match = null;
let record = "";
/** Whether a choice can be made: not while one is on its way or its result is shown. */
let open = false;

const hints = () => (byId("match-hints").checked ? { hints: "true" } : {});
const query = () => (byId("match-hints").checked ? "?hints=true" : "");

const isOn = (id) => match?.id === id;

function take(state) {
  match = state;
  keepMatch();
}

/** Have this browser remember the match, and what was played of it in case the server does not. */
function keepMatch() {
  const kept = record.length <= LONGEST_RECORD ? record : "";
  keep(NAME, { id: match.id, hints: byId("match-hints").checked, record: kept });
}

function show() {
  start.hidden = match !== null;
  if (match) byId("match-lost").hidden = true;
  byId("match-game").hidden = match === null;
  if (!match) return;
  byId("match-sum").textContent = sum();
  drawRounds();
  byId("match-end").hidden = !match.over;
  byId("match-review-now").textContent = match.over ? "Review" : "Review so far";
  byId("match-seats").hidden = match.over && isBare();
  byId("match-at-once").closest("label").hidden = match.over;
  if (match.over) {
    byId("table-title").textContent = "The match is over";
    byId("match-result").textContent = match.result;
    byId("match-choices").replaceChildren();
    byId("match-hint").hidden = true;
  } else {
    byId("table-title").textContent = `Round ${match.round} of ${match.rounds}`;
    showDeal(match);
    open = true;
    byId("match-hint").hidden = !match.hint;
    if (match.hint) byId("match-hint").textContent = `${match.hint.decision}: ${match.hint.sentence}`;
    byId("match-choices").replaceChildren(...match.offers.map((offer) =>
      make("button", { type: "button", class: offer === "void" ? null : "main", onclick: () => choose(offer) }, offer)));
  }
}

function sum() {
  const stakes = match.bonus && match.bonus !== "0" ? `Ante ${match.ante}, AA Bonus ${match.bonus}` : `Ante ${match.ante}`;
  const seed = match.seed ? `, seed ${match.seed}` : "";
  return `${stakes}; rules ${match.rules}${seed}. Total ${match.total}${["", ...voided()].join(", ")}`;
}

/** How many deals were void; nothing if none was. */
function voided() {
  const { length } = match.played.filter(({ round }) => round === null);
  return length ? [`${length} void ${length === 1 ? "deal" : "deals"}`] : [];
}

function drawRounds() {
  const heads = ["No.", "Choice", "Net>", "Total>", "Outcome", "Hole / flop"];
  const rows = match.played.map(({ round, choice, net, total, outcome, hole, flop }) => [
    round === null ? "–" : String(round), choice, net, total, outcome, [hole, flop].map((cards) => cards.join("\u00a0")).filter(Boolean).join(" / "),
  ]);
  byId("match-rounds-table").replaceChildren(rows.length ? table(heads, rows, "Rounds so far") : make("p", { class: "hint" }, "None yet."));
}

function begin(event) {
  event.preventDefault();
  const { rounds, ante, bonus_stake: bonus, seed } = Object.fromEntries(new FormData(start));
  attempt("match-start", async () => {
    // What is no number is sent as it is: the server says what it expects.
    const body = { ...rules.chosenRules(), rounds: Number(rounds) || rounds, ante: ante.trim(), bonus_stake: bonus.trim() || null, seed: seed.trim() || null };
    const { id } = await post("matches", body);
    const state = await get(`matches/${id}`, hints());
    record = "";
    byId("match-review").replaceChildren();
    take(state);
    show();
    byId("match-choices").querySelector("button")?.focus();
  }, [start, rules.form], byId("match-start-error"));
}

async function choose(choice) {
  if (!open || !match.offers.includes(choice)) return;
  open = false;
  setChoices(true);
  const { id, deal, played } = match;
  const done = await attempt("match", async () => {
    const state = await decided(id, { deal, choice });
    if (!isOn(id)) return;
    take(state);
    keepRecord();
    if (match.played.length > played.length) await tell(match.played.at(-1));
    else show();
  }, [], rest);
  if (done === false && isOn(id)) {
    open = true;
    setChoices(false);
  }
}

async function decided(id, made) {
  try {
    return await post(`matches/${id}/choices${query()}`, made);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    // It was taken already, by an answer that got lost or in another window: go on from there.
    return get(`matches/${id}`, hints());
  }
}

function setChoices(disabled) {
  for (const button of byId("match-choices").querySelectorAll("button")) button.disabled = disabled;
}

/** Show what came of a choice, in the order in which a table shows it. */
async function tell(played) {
  byId("match-hint").hidden = true;
  const next = make("button", { type: "button", class: "main", id: "match-next", onclick: goOn }, "Show all at once");
  byId("match-choices").replaceChildren(next);
  next.focus({ preventScroll: true });
  if (!await reveal(played)) return;
  next.textContent = match.over ? "To the result" : "Next round";
  byId("match-sum").textContent = sum();
  drawRounds();
}

function goOn() {
  if (isRevealing()) {
    finish();
    return;
  }
  show();
  if (match.over) {
    byId("end-title").focus();
    review();
  } else {
    byId("match-choices").querySelector("button").focus();
  }
}

function review() {
  const { id } = match;
  return attempt("review", async () => {
    if (!isOn(id)) return;
    byId("match-end").hidden = false;
    byId("match-review").replaceChildren(make("p", { class: "hint" }, "Every decision is being priced."));
    const { lines, costs, sentence } = await get(`matches/${id}/review`);
    if (!isOn(id)) return;
    byId("match-review").replaceChildren(
      make("p", {}, sentence),
      ...voided().map((many) => make("p", {}, `${many}: stakes back, and not judged.`)),
      table(["What", "Amount>", "Meaning"], lines.map(({ what, amount, meaning }) => [what, amount, meaning]), "Review"),
      costs.length
        ? table(["Round", "Hole", "Flop", "Choice", "Cost>"], costs.map((row) => [String(row.round), row.hole, row.flop, row.choice, row.cost]), "What decisions cost")
        : make("p", {}, "No decision cost anything."),
    );
    byId("match-result").textContent = match.result ?? `So far: ${match.total}`;
  }, [], rest);
}

/** Hold the record, for the case that the server is gone when somebody wants it. */
async function keepRecord() {
  if (!match) return;
  const { id } = match;
  try {
    const text = await getText(`matches/${id}/record?form=text`);
    if (!isOn(id)) return;
    record = text;
    keepMatch();
  } catch (error) {
    // The one before it is still held, and the next choice tries again.
    if (error instanceof Gone) askAgain("record", keepRecord);
  }
}

async function save(form) {
  const type = form === "json" ? "application/json" : "text/plain";
  const ending = form === "json" ? "json" : "txt";
  let text;
  try {
    text = await getText(`matches/${match.id}/record?form=${form}`);
    byId("save-said").textContent = "";
  } catch (error) {
    const why = error instanceof Refusal ? error.message : "the server does not answer";
    if (!record) {
      byId("save-said").textContent = `${why}: no record is held here yet`;
      return;
    }
    byId("save-said").textContent = `${why}: saved is the record that this page holds, as text`;
    saveHeld(match.id);
    return;
  }
  saveFile(`casino-holdem-${match.id}.${ending}`, text, type);
}

function saveHeld(id) {
  saveFile(`casino-holdem-${id}.txt`, record, "text/plain");
}

function leave() {
  if (match && !match.over && !window.confirm("Leave this match? It cannot be gone on with later.")) return;
  stop();
  match = null;
  open = false;
  record = "";
  for (const said of [rest, byId("save-said")]) said.textContent = "";
  forget(NAME);
  show();
}

/** The match's view is shown for the first time: go on with the match that this browser knows of. */
export async function enterMatch() {
  const kept = recall(NAME, null, (value) => typeof value.id === "string");
  if (!kept) return;
  byId("match-hints").checked = Boolean(kept.hints);
  record = typeof kept.record === "string" ? kept.record : "";
  await attempt("match-resume", async () => {
    try {
      take(await get(`matches/${kept.id}`, hints()));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== UNKNOWN) throw error;
      lose(kept.id);
      return;
    }
    show();
    keepRecord();
    if (match.over) review();
  }, [], byId("match-start-error"));
}

/** The server knows the match no more: offer what this browser kept of it. */
function lose(id) {
  if (!record) forget(NAME);
  byId("match-lost").hidden = !record;
  byId("lost-save").onclick = () => saveHeld(id);
}

function forgetLost() {
  record = "";
  forget(NAME);
  byId("match-lost").hidden = true;
}

export function startMatch() {
  start.addEventListener("submit", begin);
  byId("save-text").addEventListener("click", () => save("text"));
  byId("save-json").addEventListener("click", () => save("json"));
  byId("match-review-now").addEventListener("click", review);
  byId("match-leave").addEventListener("click", leave);
  byId("lost-forget").addEventListener("click", forgetLost);
  const atOnce = byId("match-at-once");
  atOnce.checked = recall(AT_ONCE, false);
  atOnce.addEventListener("change", () => {
    keep(AT_ONCE, atOnce.checked);
    if (atOnce.checked) finish();
  });
  const next = () => byId("match-next")?.click();
  onLetters("match", { c: () => choose("call"), f: () => choose("fold"), n: next });
}
