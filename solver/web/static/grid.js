/** The 13 x 13 grid of starting hands. */

import { get } from "./api.js";
import { byId, make } from "./dom.js";
import { roving } from "./keys.js";
import { whenNear } from "./lazy.js";

/** The share; its sign apart, for narrow cells have no room for it. */
function shareOf({ call_share: text }) {
  const [number, ...sign] = text.split(/(?=\s?%)/);
  return [number, make("span", { class: "sign" }, ...sign)];
}

function cell(hand) {
  const button = make("button", { type: "button", tabindex: -1, "aria-pressed": "false", onclick: () => pick(button, hand) },
    make("b", {}, hand.name), make("span", {}, ...shareOf(hand)));
  button.style.setProperty("--share", hand.share);
  return button;
}

function pick(button, { name, call_share: share, ev, cost_of_folding: cost }) {
  for (const other of byId("grid").querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", "true");
  byId("grid-said").textContent = `${name}: Call on ${share} of flops, worth ${ev}; folding every time would cost ${cost}.`;
}

async function load(rules, signal) {
  const { hands } = await get("hands", rules, signal);
  const rows = [];
  for (const hand of hands) (rows[hand.row] ??= [])[hand.column] = make("td", {}, cell(hand));
  byId("grid").replaceChildren(make("table", { class: "grid169", role: "presentation" },
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row)))));
  byId("grid").querySelector("button").tabIndex = 0;
  byId("grid-said").textContent = "";
}

export function startGrid() {
  roving(byId("grid"), 13);
  whenNear("grid", { part: byId("grid-part"), filled: byId("grid"), error: byId("grid-error"), load });
}
