/** What this browser keeps between visits; where nothing can be kept, nothing is. */

const PREFIX = "casino-holdem.";

/** What was kept under a name, or `otherwise` if there is nothing that `fits`. */
export function recall(name, otherwise, fits = () => true) {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + name));
    return value !== null && fits(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a value under a name. */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // No storage, or a full one: the page goes on without.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Then there was nothing.
  }
}

/** Call back when another window of this browser has kept or forgotten something under a name. */
export function onKept(name, listener) {
  window.addEventListener("storage", ({ key }) => {
    if (key === PREFIX + name || key === null) listener();
  });
}
