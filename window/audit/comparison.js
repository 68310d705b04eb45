/** Two books side by side: up to where they are one, and where they part. */
import { fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { readBook } from "./book.js";
import { encodeCanonical } from "./canonical.js";
import { drawFileChoice } from "./source.js";

/**
 * @typedef {import('./book.js').Entry} Entry
 * @typedef {import('./verdict.js').OwnVerdict} OwnVerdict
 */

/** @param {Element} place @param {OwnVerdict} own */
export function drawComparison(place, own) {
  const choice = make("div");
  const result = make("div", { role: "status", className: "compared-books" });
  drawFileChoice(choice, say("compare_lead"), async (file) => fill(result, compareBooks(own.book.entries, readBook(await file.text()).entries)));
  fill(place, make("h2", {}, say("compare")), choice, result);
}

/** The version from which on they differ; null: they are the same. @param {Entry[]} one @param {Entry[]} other */
export function findParting(one, other) {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [one[index], other[index]];
    if (!left || !right || encodeCanonical(left) !== encodeCanonical(right)) return index + 1;
  }
  return null;
}

/** @param {Entry[]} one @param {Entry[]} other */
function compareBooks(one, other) {
  const version = findParting(one, other);
  if (other.length === 0) return make("p", { className: "failed-line" }, say("fault_header"));
  if (version === null) return make("p", {}, say("books_same", { n: one.length }));
  return make(
    "div",
    {},
    make("p", {}, make("strong", {}, version === 1 ? say("books_strange") : say("books_part", { entry: version }))),
    make("div", { className: "columns" }, side("this_book", one[version - 1]), side("other_book", other[version - 1])),
  );
}

/** @param {import('../kit/words.js').Phrase} title @param {Entry | undefined} entry */
function side(title, entry) {
  return make("div", {}, make("h3", {}, say(title)), entry ? make("pre", { tabIndex: 0 }, JSON.stringify(entry, null, 2)) : make("p", {}, say("book_ends")));
}
