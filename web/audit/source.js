/** Where a file is dropped or chosen, and how it is read. */
import { fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";

const LINE_END = 10;

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

/**
 * The text of a file as its bytes are: nothing is left out in front, and what is no UTF-8 is no text.
 * @param {Blob} file @returns {Promise<string>} a line that is no UTF-8 is empty, as no line of a book may be
 */
export async function textOfFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return decode(bytes) ?? linesOf(bytes).map((line) => decode(line) ?? "").join("\n");
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {string | null} */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (failure) {
    if (failure instanceof TypeError) return null;
    throw failure;
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function linesOf(bytes) {
  const lines = [];
  let from = 0;
  for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return [...lines, bytes.subarray(from)];
}
