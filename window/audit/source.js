/** Where a file is dropped or chosen. */
import { fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";

let count = 0;

/** @param {Element} place @param {string} lead @param {(file: File) => void} take */
export function drawFileChoice(place, lead, take) {
  const id = `file-${++count}`;
  const input = make("input", { type: "file", accept: ".ndjson,application/x-ndjson", className: "unseen", id });
  const zone = make("div", { className: "drop" }, make("p", {}, lead), input, make("label", { className: "button", htmlFor: id }, say("choose_file")));
  const takeFirst = (/** @type {FileList | null | undefined} */ files) => {
    const file = files?.[0];
    if (file) take(file);
  };
  input.addEventListener("change", () => takeFirst(input.files));
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    takeFirst(event.dataTransfer?.files);
  });
  fill(place, zone);
}
