/** Elements: found, made, filled. Data gets into the page as text only. */

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/**
 * An element with attributes and children; attributes that are null or false are left out,
 * functions listen (`onclick`).
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node|string|null)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** A table; columns whose head ends in `>` are numbers. Cells are text or nodes. */
export function table(heads, rows, caption = null) {
  const numbers = heads.map((head) => head.endsWith(">"));
  const kind = (at) => (numbers[at] ? "number" : null);
  return make("table", {},
    caption === null ? null : make("caption", { class: "unseen" }, caption),
    make("thead", {}, make("tr", {}, ...heads.map((head, at) =>
      make("th", { scope: "col", class: kind(at) }, head.replace(/>$/, ""))))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell, at) =>
      make("td", { class: kind(at) }, cell ?? ""))))));
}

/** Terms and what they mean, as a description list's children. */
export const terms = (pairs) =>
  pairs.map(([term, meaning]) => make("div", {}, make("dt", {}, term), make("dd", {}, meaning)));

/** Tell it to who cannot see what changed. */
export function say(text) {
  byId("said").textContent = text;
}
