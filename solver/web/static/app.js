/** The page: starts its parts and shows the view that the address names. */

import { startAdvisor } from "./advisor.js";
import { get } from "./api.js";
import { startConnection } from "./connection.js";
import { byId } from "./dom.js";
import { startGrid } from "./grid.js";
import { startKeys } from "./keys.js";
import { enterMatch, startMatch } from "./match.js";
import { startRecord } from "./record.js";
import { startRules } from "./rules.js";
import { startStrategy } from "./strategy.js";
import { enterTrainer, startTrainer } from "./trainer.js";

const views = [...document.querySelectorAll("section[data-view]")];
const links = [...document.querySelectorAll("nav [data-view]")];
const title = document.title;
/** What a view needs from the server only once it is shown. */
const entered = new Map([["match", enterMatch], ["train", enterTrainer]]);

function shownView() {
  const name = location.hash.slice(1);
  return views.some((view) => view.dataset.view === name) ? name : "advisor";
}

function showView() {
  const name = shownView();
  for (const view of views) view.hidden = view.dataset.view !== name;
  for (const link of links) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const { textContent } = links.find((link) => link.dataset.view === name);
  entered.get(name)?.();
  entered.delete(name);
  document.title = name === "advisor" ? title : `${textContent} – ${byId("name").textContent}`;
}

// A failure to ask is shown by the banner, which asks again.
startConnection(() => get("rules").catch(() => {}));
window.addEventListener("hashchange", showView);
startRules();
startAdvisor();
startGrid();
startStrategy();
startMatch();
startRecord();
startTrainer();
startKeys(shownView);
showView();
