/**
 * The story beside the picture: every line leads to its moment; what was taken back is struck through. It can be
 * narrowed to a seat, a kind or a round.
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').Line} Line
 * @typedef {import('./book.js').Kind} Kind
 */
import { byId, fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { isOfKind, seatOf } from "./book.js";

const KINDS = /** @type {const} */ (["answers", "luck", "undo", "seats"]);

export class Telling {
  /** @param {Book} book @param {(version: number) => unknown} go */
  constructor(book, go) {
    this.book = book;
    this.go = go;
    this.seat = make("select", { id: "filter-seat" });
    this.kind = make("select", { id: "filter-kind" });
    this.round = make("select", { id: "filter-round" });
    this.list = make("ol", { className: "lines", tabIndex: 0, "aria-label": say("story") });
    this.at = 0;
    /** @type {Map<number, HTMLElement[]>} rows by version */
    this.rows = new Map();
    /** @type {HTMLElement[]} */
    this.current = [];
    for (const filter of [this.seat, this.kind, this.round]) filter.addEventListener("change", () => this.drawLines());
    this.list.addEventListener("click", (event) => this.click(event));
    fill(
      byId("story"),
      make("h2", {}, say("story")),
      make("div", { className: "choices filters" }, labelled("filter_seat", this.seat), labelled("filter_kind", this.kind), labelled("filter_round", this.round)),
      this.list,
    );
  }

  /** The book has grown, or was read for the first time. */
  draw() {
    const seats = (this.book.overview?.seats ?? []).map(({ seat, name }) => [String(seat), name || say("seat_n", { n: seat + 1 })]);
    const rounds = [...new Set(this.book.rounds)].filter((round) => round > 0).sort((one, other) => one - other);
    offer(this.seat, [["", say("all_seats")], ...seats]);
    offer(this.kind, [["", say("all_kinds")], ...KINDS.map((kind) => [kind, say(`kind_${kind}`)])]);
    offer(this.round, [["", say("all_rounds")], ...rounds.map((round) => [String(round), String(round)])]);
    this.drawLines();
  }

  drawLines() {
    const lines = this.book.lines.filter((line) => this.isWanted(line));
    this.rows = new Map();
    fill(this.list, lines.length ? lines.map((line) => this.row(line)) : make("li", { className: "empty" }, say("story_empty")));
    this.show(this.at);
  }

  /** @param {Line} line */
  isWanted(line) {
    const entry = this.book.entry(line.version);
    if (!entry) return false;
    if (this.seat.value && seatOf(entry) !== Number(this.seat.value)) return false;
    if (this.kind.value && !isOfKind(entry, /** @type {Kind} */ (this.kind.value))) return false;
    return !this.round.value || this.book.round(line.version) === Number(this.round.value);
  }

  /** @param {Line} line */
  row(line) {
    const text = line.struck ? make("s", {}, line.text) : line.text;
    const button = make(
      "button",
      { type: "button", className: "line", "data-version": line.version, "aria-label": say("go_to", { version: line.version, text: line.text + (line.struck ? say("taken_back") : "") }) },
      make("span", { className: "version" }, line.version),
      make("span", {}, line.heading ? make("b", {}, text) : text),
    );
    this.rows.set(line.version, [...(this.rows.get(line.version) ?? []), button]);
    return make("li", { className: line.heading ? "heading" : "" }, button);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const button = event.target instanceof Element ? event.target.closest("button.line") : null;
    if (button instanceof HTMLElement) this.go(Number(button.dataset.version));
  }

  /** Marks the lines of a version and brings them into view. @param {number} version */
  show(version) {
    this.at = version;
    for (const row of this.current) row.removeAttribute("aria-current");
    this.current = this.rows.get(version) ?? [];
    for (const row of this.current) row.setAttribute("aria-current", "step");
    const [first] = this.current;
    if (first?.parentElement) this.list.scrollTop = first.parentElement.offsetTop - this.list.clientHeight / 3;
  }
}

/** @param {HTMLSelectElement} select @param {string[][]} options */
function offer(select, options) {
  const chosen = select.value;
  fill(select, options.map(([value, words]) => make("option", { value }, words)));
  select.value = options.some(([value]) => value === chosen) ? chosen : "";
}

/** @param {import('../kit/words.js').Phrase} phrase @param {HTMLElement} field */
const labelled = (phrase, field) => make("label", {}, make("span", {}, say(phrase)), field);
