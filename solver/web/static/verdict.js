/** The verdict on a spot and what it rests on. */

import { chancesTable, handsPicture, outcomesPicture } from "./chances.js";
import { byId, make } from "./dom.js";

/** Show advice as the API gives it. */
export function showAdvice(advice) {
  const { sentences, picture } = advice;
  byId("verdict-panel").dataset.decision = advice.decision;
  tell(advice.decision, sentences.cost);
  byId("evs").hidden = false;
  for (const choice of ["call", "fold"]) {
    byId(`ev-${choice}`).textContent = sentences[`ev_${choice}`];
    byId(`ev-${choice}-exact`).textContent = `= ${advice[`ev_${choice}_exact`]}`;
  }
  byId("details-empty").hidden = true;
  byId("details-full").hidden = false;
  byId("outcomes").replaceChildren(...outcomesPicture(picture.outcomes));
  byId("hands").replaceChildren(handsPicture(picture.hands));
  byId("chances-table").replaceChildren(chancesTable(picture));
  byId("completions").textContent = `${advice.completions.toLocaleString("en")} ways in which the unknown cards can fall, all counted.`;
  byId("bonus-part").hidden = sentences.bonus.length === 0;
  byId("bonus-said").replaceChildren(...sentences.bonus.map((sentence) => make("p", {}, sentence)));
  byId("why").textContent = sentences.why;
}

/** Show that there is no advice, and what it waits for. */
export function showNoAdvice(reason) {
  delete byId("verdict-panel").dataset.decision;
  tell("", reason);
  byId("evs").hidden = true;
  byId("details-empty").hidden = false;
  byId("details-full").hidden = true;
}

/** Only what changes, so that nothing is read out twice. */
function tell(word, sentence) {
  if (byId("verdict").textContent !== word) byId("verdict").textContent = word;
  if (byId("cost").textContent !== sentence) byId("cost").textContent = sentence;
}
