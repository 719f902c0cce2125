/** Cards as pictures: copies of the deck's faces, which the server drew. */

import { make } from "./dom.js";

/** The deck's buttons by card. */
export const DECK = new Map(
  [...document.querySelectorAll("#deck [data-card]")].map((button) => [button.dataset.card, button]),
);

/** A card in words, such as "ace of hearts". */
export const cardName = (card) => DECK.get(card)?.getAttribute("aria-label") ?? card;

/** The face of a card. */
export function face(card) {
  const drawn = DECK.get(card);
  if (!drawn) return make("span", { class: "card" }, card);
  const copies = [...drawn.children].map((child) => child.cloneNode(true));
  return make("span", { class: drawn.className, role: "img", "aria-label": cardName(card), "data-face": card }, ...copies);
}

/** A card that is not seen yet. */
export const back = () => make("span", { class: "card back", role: "img", "aria-label": "face down" });

/** Faces, and backs up to a number of cards. */
export function row(cards, total = cards.length) {
  const backs = Array.from({ length: Math.max(0, total - cards.length) }, back);
  return [...cards.map(face), ...backs];
}

/** Several cards in a line of text. */
export const smallCards = (cards) => make("span", { class: "cards small" }, ...row(cards));

/** Mark those among the shown cards of an element that make somebody's hand. */
export function markHand(element, whose, cards) {
  for (const shown of element.querySelectorAll("[data-face]")) {
    shown.classList.toggle(`of-${whose}`, cards.includes(shown.dataset.face));
  }
}
