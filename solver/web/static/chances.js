/** Chances as pictures: stacked bars, told apart by pattern as well as colour, and as a table. */

import { make, table } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
/** Fills in the order in which the API gives the outcomes: not qualified, win, tie, lose. */
const FILLS = ["unqualified", "win", "tie", "lose"];

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A bar of parts of a whole; `most` is what would fill all of its width. */
function bar(parts, most, label) {
  const share = (value) => `${(100 * value) / most}%`;
  let x = 0;
  const rects = parts.map(({ chance }, at) => {
    const rect = svg("rect", { x: share(x), width: share(chance), height: "100%", class: `fill-${FILLS[at]}` });
    x += chance;
    return rect;
  });
  return svg("svg", { class: "bar", role: "img", "aria-label": label }, ...rects);
}

const inWords = (parts) => parts.map(({ name, text }) => `${name} ${text}`).join(", ");

/** The chance of each outcome: a bar and its legend. */
export function outcomesPicture(outcomes) {
  const legend = outcomes.map(({ name, text }, at) => {
    const swatch = svg("svg", { "aria-hidden": "true" }, svg("rect", { width: "100%", height: "100%", class: `fill-${FILLS[at]}` }));
    return make("li", {}, swatch, make("span", {}, name), make("span", { class: "number" }, text));
  });
  return [bar(outcomes, 1, inWords(outcomes)), make("ul", { class: "legend" }, ...legend)];
}

/** The same by final hand, a bar each, as long as the hand is likely. */
export function handsPicture(hands) {
  const most = Math.max(...hands.map(({ chance }) => chance));
  const rows = hands.flatMap(({ hand, text, parts }) => [
    make("span", {}, hand),
    bar(parts, most, `${hand} ${text}: ${inWords(parts)}`),
    make("span", { class: "number" }, text),
  ]);
  return make("div", { class: "hand-bars" }, ...rows);
}

/** All of it in numbers. */
export function chancesTable({ outcomes, hands }) {
  const heads = ["Final hand", "Chance>", ...outcomes.map(({ name }) => `${name}>`)];
  const rows = hands.map(({ hand, text, parts }) => [hand, text, ...parts.map((part) => part.text)]);
  return table(heads, [...rows, ["all", "", ...outcomes.map(({ text }) => text)]], "Chances after Call by final hand");
}
