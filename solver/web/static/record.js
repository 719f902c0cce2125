/** A record of a match settled again: what is written there against what it should be. */

import { post } from "./api.js";
import { byId, make, table } from "./dom.js";
import { attempt } from "./errors.js";

const form = byId("check");

function check(event) {
  event.preventDefault();
  byId("check-result").replaceChildren();
  attempt("check", async () => {
    const { result, lines, differences } = await post("settle", { record: byId("check-record").value });
    const rows = differences.map(({ place, what, recorded, settled }) => [place, what, recorded, settled]);
    byId("check-result").replaceChildren(
      make("p", { class: "result" }, found(rows.length)),
      rows.length ? table(["Where", "What", "Recorded", "Settled"], rows, "Differences") : "",
      make("p", {}, `As the rules settle it: ${result}`),
      make("details", {}, make("summary", {}, "Round by round"),
        table(["Round", "Settled"], lines.map(({ round, text }) => [String(round ?? ""), text]), "Rounds")),
    );
  }, [form], byId("check-error"));
}

function found(differences) {
  if (!differences) return "Every amount of the record is right.";
  return differences === 1 ? "1 difference" : `${differences} differences`;
}

async function read() {
  const [file] = byId("check-file").files;
  if (file) byId("check-record").value = await file.text();
}

export function startRecord() {
  form.addEventListener("submit", check);
  byId("check-file").addEventListener("change", read);
}
