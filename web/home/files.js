/** Where the file of a match is brought in: the page of the match then shows and checks it. */
import { BASE, Refusal, ask, jsonOf, pagePath } from "../kit/api.js";
import { fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";

/** @param {Element} section */
export function drawFiles(section) {
  const status = make("p", { className: "status", role: "status" });
  const input = make("input", { type: "file", accept: ".ndjson,application/x-ndjson", className: "unseen", id: "match-file" });
  const zone = make(
    "div",
    { className: "drop" },
    make("p", {}, say("check_lead")),
    make(
      "p",
      { className: "drop-actions" },
      make("a", { className: "button", href: "/audit" }, say("check_file")),
      input,
      make("label", { className: "button", htmlFor: "match-file" }, say("import_file")),
    ),
    status,
  );
  input.addEventListener("change", () => void bringIn(input.files?.[0], status));
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    void bringIn(event.dataTransfer?.files[0], status);
  });
  fill(section, make("h2", {}, say("check_file")), zone);
}

/** @param {File | undefined} file @param {Element} status */
async function bringIn(file, status) {
  if (!file) return;
  fill(status, say("loading"));
  try {
    const headers = { "Content-Type": "application/x-ndjson" };
    const answer = await ask("POST", `${BASE}/matches/import`, file, { headers });
    location.href = pagePath((await jsonOf(answer)).match, "audit");
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    fill(status, say("file_bad", { why: failure.message || say("network_failed") }));
  }
}
