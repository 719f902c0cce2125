/** Whether the server answers: the banner, and what is asked again once it does. */

import { byId, say } from "./dom.js";

const FIRST_WAIT = 3000;
const LONGEST_WAIT = 30000;

/** What to ask again, by who asks. */
const waiting = new Map();
let timer = 0;
let wait = FIRST_WAIT;
let ping = () => {};

/** Have `again` called once the server may be back; the last one for a name counts. */
export function askAgain(name, again) {
  waiting.set(name, again);
}

/** No answer came. */
export function silent() {
  byId("gone").hidden = false;
  if (timer) return;
  timer = setTimeout(retry, wait);
  wait = Math.min(2 * wait, LONGEST_WAIT);
}

/** An answer came, whatever it says. */
export function answered() {
  if (byId("gone").hidden) return;
  byId("gone").hidden = true;
  stopTimer();
  wait = FIRST_WAIT;
  say("The server answers again.");
  askAll();
}

function askAll() {
  const all = [...waiting.values()];
  waiting.clear();
  for (const again of all) again();
}

function stopTimer() {
  clearTimeout(timer);
  timer = 0;
}

/** Find out whether there is an answer; if there is, all that waits is asked again. */
function retry() {
  stopTimer();
  ping();
}

/** What the server is too busy for, by question. */
const delayed = new Map();

/** The server is there, but will not answer a question yet; null: no longer. */
export function busy(question, reason) {
  if (reason === null) delayed.delete(question);
  else delayed.set(question, reason);
  byId("busy").hidden = delayed.size === 0;
  byId("busy-reason").textContent = [...delayed.values()].at(-1) ?? "";
}

/** `ask` is a question that only finds out whether there is an answer. */
export function startConnection(ask) {
  ping = ask;
  byId("retry").addEventListener("click", retry);
  window.addEventListener("online", retry);
}
