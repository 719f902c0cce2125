/** The strategy to remember: its rules, its price, its words. */

import { get } from "./api.js";
import { byId, make, terms } from "./dom.js";
import { whenNear } from "./lazy.js";

async function load(rules, signal) {
  const strategy = await get("strategy", rules, signal);
  byId("strategy").replaceChildren(
    make("p", {}, `${strategy.name}: the first rule that fits decides.`),
    make("ol", { class: "strategy" }, ...strategy.rules.map((rule) => make("li", {}, rule))),
    make("p", { class: "note" }, strategy.price),
    make("details", {}, make("summary", {}, "The words explained"),
      make("dl", { class: "words" }, ...terms(strategy.words.map(({ term, meaning }) => [term, meaning])))),
  );
}

export function startStrategy() {
  whenNear("strategy", { part: byId("strategy-part"), filled: byId("strategy"), error: byId("strategy-error"), load });
}
