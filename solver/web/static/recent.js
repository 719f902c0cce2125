/** The spots that were asked about last, kept by this browser. */

import { smallCards } from "./cards.js";
import { byId, make } from "./dom.js";
import { forget, keep, onKept, recall } from "./storage.js";

const MOST = 12;
const NAME = "recent";

const isSpot = (spot) => Array.isArray(spot?.hole) && Array.isArray(spot.flop) && typeof spot.decision === "string"
  && typeof spot.texts === "object" && typeof spot.rules === "object";
const isList = (value) => Array.isArray(value) && value.every(isSpot);
let spots = recall(NAME, [], isList);
let open = () => {};

const keyOf = ({ key, texts, rules }) => key ?? JSON.stringify([texts, rules]);
const same = (one, other) => keyOf(one) === keyOf(other);

/**
 * Put a spot on top of the list.
 * @param {{texts: object, rules: object, hole: string[], flop: string[], decision: string, key: string}} spot
 */
export function addRecent(spot) {
  // Another window may have added some since.
  spots = recall(NAME, spots, isList);
  if (spots.length && same(spots[0], spot)) return;
  spots = [spot, ...spots.filter((other) => !same(other, spot))].slice(0, MOST);
  keep(NAME, spots);
  draw();
}

function draw() {
  byId("recent-empty").hidden = spots.length > 0;
  byId("forget").hidden = spots.length === 0;
  byId("recent").replaceChildren(...spots.map((spot) => {
    const { hole, flop, ...known } = spot.texts;
    const others = [...Object.entries(known), ...Object.entries(spot.rules)].map(([name, text]) => `${name.replaceAll("_", " ")} ${text}`);
    return make("li", {}, make("button", { type: "button", onclick: () => open(spot) },
      smallCards(spot.hole), smallCards(spot.flop), make("span", { class: "decision" }, spot.decision),
      others.length ? make("span", { class: "with" }, `with ${others.join(", ")}`) : null));
  }));
}

/** @param {(spot: {texts: object, rules: object}) => void} onOpen */
export function startRecent(onOpen) {
  open = onOpen;
  byId("forget").addEventListener("click", () => {
    if (!window.confirm("Forget all recent spots?")) return;
    spots = [];
    forget(NAME);
    draw();
  });
  onKept(NAME, () => {
    spots = recall(NAME, [], isList);
    draw();
  });
  draw();
}
