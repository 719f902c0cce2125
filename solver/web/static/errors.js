/** Errors beside the fields they belong to. */

import { Gone, Refusal, isAbort } from "./api.js";
import { askAgain } from "./connection.js";

/**
 * Show every reason beside its field in the first of `scopes` that has it, the others in `rest`;
 * what was shown there before is taken away.
 * @param {Element[]} scopes
 * @param {{field: string, reason: string}[]} errors
 * @param {Element} rest
 */
export function showErrors(scopes, errors, rest) {
  const shown = new Map();
  const left = [];
  for (const { field, reason } of errors) {
    const place = field && scopes.map((scope) => scope.querySelector(`[data-error="${CSS.escape(field)}"]`)).find(Boolean);
    if (place) shown.set(place, [...(shown.get(place) ?? []), reason]);
    else left.push(reason);
  }
  for (const scope of scopes) {
    for (const place of scope.querySelectorAll("[data-error]")) {
      put(place, (shown.get(place) ?? []).join("; "));
      const field = scope.querySelector(`[aria-describedby~="${place.id}"]`);
      if (place.textContent) field?.setAttribute("aria-invalid", "true");
      else field?.removeAttribute("aria-invalid");
    }
  }
  put(rest, left.join("; "));
  for (const place of shown.keys()) reveal(place);
}

/** Only what changes, so that nothing is read out twice. */
function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** Open whatever a place is folded away in. */
function reveal(place) {
  for (let at = place.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
}

/**
 * Do what asks the server, and show why it will not; if it does not answer, do it again when it does.
 * True: it is done; false: the server will not; null: nobody wants it any more.
 * @param {string} name who asks
 * @param {() => Promise<void>} task
 * @param {Element[]} scopes
 * @param {Element} rest
 * @returns {Promise<boolean|null>}
 */
export async function attempt(name, task, scopes, rest) {
  try {
    await task();
    showErrors(scopes, [], rest);
    return true;
  } catch (error) {
    if (isAbort(error)) return null;
    if (error instanceof Gone) {
      return new Promise((resolve) => {
        askAgain(name, () => resolve(attempt(name, task, scopes, rest)));
      });
    }
    if (!(error instanceof Refusal)) throw error;
    showErrors(scopes, error.errors, rest);
    return false;
  }
}
