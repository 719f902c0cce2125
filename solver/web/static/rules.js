/** The rules chosen for all three views: a name, and options that change it. */

import { get } from "./api.js";
import { byId, make, terms } from "./dom.js";
import { attempt } from "./errors.js";

export const form = byId("rules");
const preset = byId("preset");
/** The rules that are played where nobody names any: the page comes with them chosen. */
const USUAL = preset.options[0].textContent;
const options = [...form.querySelectorAll("#options [name]")];
const listeners = [];
const followers = [];
/** What the address asked for before the names were known. */
let wanted = "";
let presets = [];

/** The rules as the API takes them: what is not empty, by name. */
export function chosenRules() {
  const given = options.map((field) => [field.name, field.value.trim()]);
  const name = presets.length ? preset.value : wanted;
  return Object.fromEntries([["rules", name], ...given].filter(([, value]) => value !== ""));
}

/** Choose rules as `chosenRules` gives them. */
export function chooseRules(given) {
  wanted = given.rules === USUAL ? "" : given.rules ?? "";
  choosePreset();
  for (const field of options) {
    const value = given[field.name] ?? "";
    // A value of an address that is no choice must not vanish: the server says what is wrong.
    if (field.matches("select") && ![...field.options].some((option) => option.value === value)) {
      field.append(make("option", { value }, value));
    }
    field.value = value;
  }
  tellFollowers();
}

function choosePreset() {
  if (!presets.length) return;
  if (wanted && !presets.some(({ name }) => name === wanted)) {
    preset.append(make("option", { value: wanted }, wanted));
  }
  preset.value = wanted;
  showPreset();
}

/** Call back when somebody chooses other rules, with the field that is typed in or null. */
export const onRules = (listener) => listeners.push(listener);

/** Call back when other rules may be chosen, in whatever way. */
export const onAnyRules = (follower) => followers.push(follower);

function tellFollowers() {
  for (const follower of followers) follower();
}

/** Show the rules that the server read: their label, and in words. */
export function showRules(rules) {
  byId("rules-label").textContent = rules ? [preset.value || USUAL, rules.label].join(": ") : "not understood";
  if (rules) byId("rules-words").replaceChildren(...terms(rules.describe.map(({ what, words }) => [what, words])));
}

/** The named rules' values in grey. */
function showPreset() {
  const named = presets.find(({ name }) => name === (preset.value || USUAL));
  byId("preset-hint").textContent = named?.title ?? "";
  for (const field of options) {
    const value = named?.options[field.name] ?? "";
    if (field.matches("select")) field.options[0].textContent = value ? `as named: ${value}` : "as named";
    else field.placeholder = value;
  }
}

function changed(field) {
  wanted = preset.value;
  showPreset();
  for (const listener of listeners) listener(field);
  tellFollowers();
}

async function load() {
  ({ presets } = await get("rules"));
  preset.replaceChildren(...presets.map(({ name }) =>
    make("option", { value: name === USUAL ? "" : name }, name)));
  choosePreset();
}

export function startRules() {
  form.addEventListener("input", ({ target }) => changed(target.matches("select") ? null : target));
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("rules-reset").addEventListener("click", (event) => {
    event.preventDefault();
    for (const field of options) field.value = "";
    changed(null);
  });
  attempt("rules", load, [], byId("rules-error"));
}
