/** Two books side by side: up to where they are one, and where they part. */
import { fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { readBook } from "./book.js";
import { encodeCanonical } from "./canonical.js";
import { showUnseen } from "./plain.js";
import { drawFileChoice, textOfFile } from "./source.js";

/**
 * @typedef {import('./book.js').Entry} Entry
 * @typedef {import('./verdict.js').OwnVerdict} OwnVerdict
 */

/** @param {Element} place @param {OwnVerdict} own */
export function drawComparison(place, own) {
  const choice = make("div");
  const result = make("div", { role: "status", className: "compared-books" });
  drawFileChoice(choice, say("compare_lead"), async (file) => fill(result, compareBooks(own.book.entries, readBook(await textOfFile(file)).entries)));
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
  const [ours, theirs] = [linesOf(one[version - 1]), linesOf(other[version - 1])];
  return make(
    "div",
    {},
    make("p", {}, make("strong", {}, version === 1 ? say("books_strange") : say("books_part", { before: version - 1, entry: version }))),
    make("div", { className: "columns" }, side("this_book", ours, theirs), side("other_book", theirs, ours)),
  );
}

/** @param {Entry | undefined} entry */
const linesOf = (entry) => (entry ? showUnseen(JSON.stringify(entry, null, 2)).split("\n") : []);

/** @param {import('../kit/words.js').Phrase} title @param {string[]} lines @param {string[]} others */
function side(title, lines, others) {
  const [from, to] = whereTheyDiffer(lines, others);
  const text = (/** @type {string[]} */ part) => part.map((line) => `${line}\n`).join("");
  const differing = make("mark", {}, text(lines.slice(from, to)));
  const shown = make("pre", { tabIndex: 0 }, text(lines.slice(0, from)), differing, text(lines.slice(to)));
  requestAnimationFrame(() => (shown.scrollTop = differing.offsetTop - shown.offsetTop));
  return make("div", {}, make("h3", {}, say(title)), lines.length ? shown : make("p", {}, say("book_ends")));
}

/** What is alike at the beginning and at the end stands outside. @param {string[]} lines @param {string[]} others */
function whereTheyDiffer(lines, others) {
  const most = Math.min(lines.length, others.length);
  let head = 0;
  while (head < most && lines[head] === others[head]) head += 1;
  let tail = 0;
  while (tail < most - head && lines.at(-1 - tail) === others.at(-1 - tail)) tail += 1;
  return [head, lines.length - tail];
}
