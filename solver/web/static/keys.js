/** Keys: arrows within a group of buttons, and single letters as shortcuts. */

import { byId } from "./dom.js";
import { keep, recall } from "./storage.js";

/**
 * One Tab stop for a grid of buttons, arrows within it.
 * @param {Element} group
 * @param {number} columns
 */
export function roving(group, columns) {
  const buttons = () => [...group.querySelectorAll("button")];
  const moveTo = (button) => {
    for (const other of buttons()) other.tabIndex = other === button ? 0 : -1;
  };
  group.addEventListener("focusin", (event) => {
    if (event.target.matches("button")) moveTo(event.target);
  });
  group.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.indexOf(event.target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const column = at % columns;
    const to = {
      ArrowLeft: column > 0 ? at - 1 : at,
      ArrowRight: column < columns - 1 ? at + 1 : at,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: at - column,
      End: at - column + columns - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  });
}

const WRITES = "input:not([type=checkbox], [type=radio], [type=file]), textarea, select";

/** Whether keys typed there are text. */
const isWriting = (element) => element instanceof Element && element.matches(WRITES);

/** What letters do, by view: functions by letter. */
const letters = new Map();

/** Have single letters do something while a view is shown. */
export function onLetters(view, actions) {
  letters.set(view, actions);
}

/**
 * Listen for letters.
 * @param {() => string} view the name of the view that is shown
 */
export function startKeys(view) {
  const wanted = byId("letter-keys");
  wanted.checked = recall("letters", true);
  wanted.addEventListener("change", () => keep("letters", wanted.checked));
  document.addEventListener("keydown", (event) => {
    if (isWriting(event.target) || event.altKey || event.metaKey) return;
    const key = event.key.toLowerCase();
    const action = event.ctrlKey ? letters.get(view())?.[`ctrl+${key}`] : wanted.checked && letters.get(view())?.[key];
    if (!event.ctrlKey && wanted.checked && key === "?") {
      byId("keys").open = true;
      byId("keys").scrollIntoView();
    } else if (action) {
      event.preventDefault();
      action();
    }
  });
}
