/** Files: saved from what the page holds. */

import { make } from "./dom.js";

/** Offer a text as a file. */
export function saveFile(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
