/** The advisor: cards chosen by taps or text, and the answer at once. */

import { Gone, Refusal, get, isAbort } from "./api.js";
import { DECK } from "./cards.js";
import { askAgain } from "./connection.js";
import { byId, say } from "./dom.js";
import { attempt, showErrors } from "./errors.js";
import { onLetters, roving } from "./keys.js";
import * as places from "./places.js";
import { addRecent, startRecent } from "./recent.js";
import * as rules from "./rules.js";
import { showAdvice, showNoAdvice } from "./verdict.js";

/** How long to let somebody type before saying that it is no card yet, in milliseconds. */
const TYPING = 600;
const view = byId("view-advisor");
const rest = byId("advisor-error");
let asking = new AbortController();
/** The last question, done once its answer is shown or missing. */
let asked = Promise.resolve();
let complaint = 0;

/** Ask the server about what is chosen; an older question is dropped. */
function ask(isTyping = false) {
  asking.abort();
  asking = new AbortController();
  clearTimeout(complaint);
  asked = answer(asking.signal, isTyping);
}

async function answer(signal, isTyping) {
  const texts = places.texts();
  const chosen = rules.chosenRules();
  try {
    const spot = await get("spot", { ...texts, ...chosen }, signal);
    if (places.spreadRead(spot.places)) {
      changed(isTyping);
      return;
    }
    places.read(spot.places);
    places.draw();
    rules.showRules(spot.rules);
    complain(spot.errors, isTyping);
    if (spot.advice) {
      showAdvice(spot.advice);
      const { hole, flop } = spot.places;
      addRecent({ texts, rules: chosen, hole, flop, decision: spot.advice.decision, key: keyOf(spot) });
    } else {
      showNoAdvice(missing(spot));
    }
    writeAddress();
  } catch (error) {
    if (isAbort(error)) return;
    if (error instanceof Gone) {
      showNoAdvice("No answer yet: the server is asked again.");
      askAgain("spot", () => ask());
    } else if (error instanceof Refusal) {
      complain(error.errors, isTyping);
      showNoAdvice("No answer.");
    } else {
      throw error;
    }
  }
}

/** The same for the same cards by the same rules, however they were written. */
function keyOf({ places: read, rules: { describe } }) {
  const cards = Object.entries(read).map(([name, some]) => [name, [...some].sort()]);
  return JSON.stringify([cards, describe.map(({ words }) => words)]);
}

function missing({ errors, places: read }) {
  if (errors.length) return "No answer before that is put right.";
  if (!read.hole?.length && !read.flop?.length) return "Choose your two hole cards and the three of the flop.";
  return places.isFull() ? "No answer." : "Choose the cards that are missing.";
}

/** Errors at once, but not in the middle of a card that is being typed. */
function complain(errors, isTyping) {
  const show = () => showErrors([view, rules.form], errors, rest);
  if (isTyping && errors.length) complaint = setTimeout(show, TYPING);
  else show();
}

/** Something else is chosen: show it, keep it in the address, ask. */
function changed(isTyping = false) {
  places.draw();
  byId("undo").disabled = !places.canUndo();
  byId("clear").disabled = places.isEmpty();
  byId("deck-said").textContent = "";
  byId("address-field").hidden = true;
  writeAddress();
  ask(isTyping);
}

/** What was typed just now is known when the server has read it; not waited for at any length. */
async function typedIsRead() {
  if (places.isUnread()) await Promise.race([asked, new Promise((resolve) => { setTimeout(resolve, TYPING); })]);
}

async function tap(card) {
  await typedIsRead();
  if (places.toggle(card)) changed();
  else byId("deck-said").textContent = "Hole and flop are full: put a card back first, or press Clear.";
}

function address() {
  const query = new URLSearchParams({ ...places.shortTexts(), ...rules.chosenRules() }).toString();
  return `${location.pathname}${query && `?${query}`}${location.hash}`;
}

function writeAddress() {
  if (address() !== location.pathname + location.search + location.hash) history.replaceState(null, "", address());
}

/** Choose what the address says. */
function readAddress() {
  const given = Object.fromEntries(new URLSearchParams(location.search));
  const now = Object.fromEntries(new URLSearchParams({ ...places.shortTexts(), ...rules.chosenRules() }));
  if (JSON.stringify(given) === JSON.stringify(now)) return;
  places.remember();
  open(given, given);
}

function open(texts, chosen) {
  places.write(texts);
  rules.chooseRules(chosen);
  if (places.hasKnown()) byId("known").open = true;
  changed();
}

function undo() {
  if (!places.undo()) return;
  changed();
  say("Undone.");
}

function clear() {
  if (places.isEmpty()) return;
  places.remember();
  places.write({});
  changed();
}

function deal() {
  return attempt("deal", async () => {
    const spot = await get("deal");
    places.remember();
    places.write(spot);
    changed();
  }, [], rest);
}

async function copyLink() {
  const link = new URL(address(), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    byId("deck-said").textContent = "Link copied.";
  } catch {
    byId("address-field").hidden = false;
    byId("address").value = link;
    byId("address").select();
  }
}

function startPlaces() {
  for (const place of places.PLACES.values()) {
    place.input.addEventListener("input", () => {
      places.typed(place);
      places.spread(place);
      changed(true);
    });
    place.input.addEventListener("focus", () => {
      places.choose(place);
      places.draw();
    });
    place.input.addEventListener("blur", () => {
      if (places.texts()[place.name] && place.unread) ask();
    });
    place.pick?.addEventListener("click", () => {
      places.choose(places.chosenPlace() === place ? null : place);
      places.draw();
      if (places.chosenPlace()) byId("deck").scrollIntoView({ block: "nearest" });
    });
    place.slots.forEach((slot, at) => slot.addEventListener("click", async () => {
      await typedIsRead();
      if (place.cards[at]) return tap(place.cards[at]);
      places.choose(place);
      return places.draw();
    }));
  }
}

export function startAdvisor() {
  for (const [card, button] of DECK) button.addEventListener("click", () => tap(card));
  roving(byId("deck"), DECK.size / document.querySelectorAll(".suit").length);
  startPlaces();
  startRecent((spot) => {
    places.remember();
    open(spot.texts, spot.rules);
  });
  rules.onRules((field) => {
    places.changing(field);
    changed(true);
  });
  byId("undo").addEventListener("click", undo);
  byId("clear").addEventListener("click", clear);
  byId("deal").addEventListener("click", deal);
  byId("copy").addEventListener("click", copyLink);
  onLetters("advisor", { u: undo, "ctrl+z": undo, d: deal, x: clear, l: copyLink });
  window.addEventListener("popstate", readAddress);
  const given = Object.fromEntries(new URLSearchParams(location.search));
  open(given, given);
}
