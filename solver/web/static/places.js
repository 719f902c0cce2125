/**
 * Where the chosen cards lie: hole, flop, and what else is known; and the way back to what was chosen before.
 *
 * The text of a field is what counts. Its cards are the server's last reading of it; a text that
 * the server has not read yet is `unread`, and taps add to it rather than replace it.
 */

import { DECK, cardName, face } from "./cards.js";
import { byId } from "./dom.js";
import { chooseRules, chosenRules } from "./rules.js";

const MOST_UNDO = 100;

function placeOf(box) {
  const name = box.dataset.place;
  return {
    name,
    box,
    label: box.getAttribute("aria-label"),
    size: Number(box.dataset.size) || Infinity,
    byDefault: box.closest(".spot") !== null,
    input: byId(name),
    slots: [...box.querySelectorAll(".slot")],
    pick: box.querySelector(".pick"),
    cards: [],
    unread: false,
  };
}

export const PLACES = new Map([...document.querySelectorAll("[data-place]")].map((box) => [box.dataset.place, placeOf(box)]));
const all = [...PLACES.values()];
const past = [];
/** The place that somebody chose for the next taps, or null. */
let chosen = null;
/** The field that is being typed in, here or among the rules: all that is typed there in a row is undone at once. */
let typing = null;

/** Texts by place, without the empty ones. */
export const texts = () =>
  Object.fromEntries(all.map(({ name, input }) => [name, input.value.trim()]).filter(([, text]) => text));

/** The same as an address has them: cards that were read without spaces. */
export const shortTexts = () =>
  Object.fromEntries(all.map(({ name, input, cards, unread }) =>
    [name, unread ? input.value.trim() : cards.join("")]).filter(([, text]) => text));

export const isFull = () => all.filter((place) => place.byDefault).every(({ cards, size }) => cards.length >= size);
export const isEmpty = () => Object.keys(texts()).length === 0;
export const hasKnown = () => all.some(({ byDefault, input }) => !byDefault && input.value);
export const isUnread = () => all.some(({ unread }) => unread);
export const canUndo = () => past.length > 0;

function snapshot() {
  return {
    places: all.map(({ input, cards, unread }) => ({ text: input.value, cards: [...cards], unread })),
    rules: chosenRules(),
  };
}

/** Remember what there is, to come back to it. */
export function remember() {
  typing = null;
  push(snapshot());
}

function push(state) {
  past.push(state);
  if (past.length > MOST_UNDO) past.shift();
}

let last = snapshot();

/** Somebody changed a field, or null: something at once; what was there before is remembered. */
export function changing(field) {
  if (field === null || typing !== field) push(last);
  typing = field;
}

/** Somebody typed in the field of a place. */
export function typed(place) {
  changing(place.input);
  place.unread = true;
}

/** Hole and flop written in one, as `AhKd/As7d4c` or `Ah Kd | As 7d 4c`: what follows goes to the next place. */
export function spread(place) {
  const [, own, others] = place.input.value.match(/^([^/|]*)[/|](.*)$/) ?? [];
  const next = all[all.indexOf(place) + 1];
  if (!place.byDefault || !next?.byDefault || own === undefined) return;
  place.input.value = own.trim();
  if (others.trim()) {
    next.input.value = others.trim();
    next.unread = true;
  }
  goOn(place, next);
}

/** The cards of all the spot, as the server read them in the first field alone, are spread over its places. */
export function spreadRead(answer) {
  const [first, second] = all.filter(({ byDefault }) => byDefault);
  const cards = answer[first.name];
  if (cards?.length !== first.size + second.size || second.input.value.trim()) return false;
  for (const [place, own] of [[first, cards.slice(0, first.size)], [second, cards.slice(first.size)]]) {
    put(place, own.join(" "), own, false);
  }
  goOn(first, second);
  return true;
}

/** Who was typing in one field types on in the next. */
function goOn(place, next) {
  if (document.activeElement === place.input) next.input.focus();
}

export function undo() {
  const state = past.pop();
  if (!state) return false;
  typing = null;
  all.forEach((place, at) => {
    const { text, cards, unread } = state.places[at];
    put(place, text, [...cards], unread);
  });
  chooseRules(state.rules);
  return true;
}

function put(place, text, cards, unread) {
  place.input.value = text;
  place.cards = cards;
  place.unread = unread;
}

/** Texts from elsewhere for all places; those that are not named are emptied. */
export function write(given) {
  chosen = null;
  for (const place of all) put(place, given[place.name] ?? "", [], Boolean(given[place.name]));
}

/** What the server read of each place: cards, or null where the text is none. */
export function read(answer) {
  for (const place of all) {
    const cards = answer[place.name];
    place.unread = cards === null;
    if (cards) place.cards = cards;
  }
}

/** Where the next tap goes: the place somebody chose while there is room, else hole, then flop. */
function target() {
  const roomy = ({ cards, size }) => cards.length < size;
  if (chosen && roomy(chosen)) return chosen;
  return all.find((place) => place.byDefault && roomy(place)) ?? null;
}

/** Put a card where taps go, or away if it lies somewhere; whether there was a place for it. */
export function toggle(card) {
  const from = all.find(({ cards }) => cards.includes(card));
  if (from) {
    remember();
    const cards = from.cards.filter((other) => other !== card);
    put(from, cards.join(" "), cards, false);
    return true;
  }
  const to = target();
  if (!to) return false;
  remember();
  const text = to.unread ? `${to.input.value.trim()} ${card}`.trim() : [...to.cards, card].join(" ");
  put(to, text, [...to.cards, card], to.unread);
  if (chosen && chosen.cards.length >= chosen.size) chosen = null;
  return true;
}

/** Have the next taps go to a place; null: hole, then flop. */
export function choose(place) {
  chosen = place;
}

export const chosenPlace = () => chosen;

/** Show on deck and slots what lies where. */
export function draw() {
  last = snapshot();
  const at = new Map(all.flatMap(({ name, cards }) => cards.map((card) => [card, name])));
  for (const [card, button] of DECK) {
    button.setAttribute("aria-pressed", String(at.has(card)));
    if (at.has(card)) button.dataset.at = at.get(card);
    else delete button.dataset.at;
  }
  const next = target();
  for (const place of all) {
    place.box.classList.toggle("active", place === next);
    place.pick?.setAttribute("aria-pressed", String(place === chosen));
    place.slots.forEach((slot, number) => drawSlot(place, slot, number));
  }
}

function drawSlot(place, slot, number) {
  const card = place.cards[number];
  const shown = slot.firstElementChild?.dataset.face;
  if (card === shown) return;
  const what = card ? `${cardName(card)}, put back` : "none";
  slot.setAttribute("aria-label", `${place.label}, card ${number + 1}: ${what}`);
  slot.classList.toggle("filled", Boolean(card));
  slot.replaceChildren(...(card ? [face(card)] : []));
}
