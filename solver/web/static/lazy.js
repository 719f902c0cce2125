/** Parts of the page that take the server a while: asked for when somebody scrolls near them. */

import { attempt } from "./errors.js";
import * as rules from "./rules.js";

/** How long to wait for more of what is being typed, in milliseconds. */
const TYPING = 400;

/**
 * Fill a part when it comes near, and again when other rules are chosen.
 * @param {string} name
 * @param {{part: Element, filled: Element, error: Element, load: (rules: object, signal: AbortSignal) => Promise<void>}} what
 */
export function whenNear(name, { part, filled, error, load }) {
  let near = false;
  let asked = null;
  let asking = new AbortController();
  let timer = 0;
  const refresh = async () => {
    const chosen = rules.chosenRules();
    if (!near || asked === JSON.stringify(chosen)) return;
    asked = JSON.stringify(chosen);
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    filled.setAttribute("aria-busy", "true");
    const done = await attempt(name, async () => {
      await load(chosen, signal);
      filled.setAttribute("aria-busy", "false");
    }, [], error);
    if (done === false) {
      asked = null;
      filled.replaceChildren();
      filled.setAttribute("aria-busy", "false");
    }
  };
  new IntersectionObserver(([entry]) => {
    near = entry.isIntersecting;
    refresh();
  }, { rootMargin: "200px" }).observe(part);
  rules.onAnyRules(() => {
    clearTimeout(timer);
    timer = setTimeout(refresh, TYPING);
  });
}
