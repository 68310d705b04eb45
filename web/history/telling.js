/**
 * The story beside the picture: every line leads to its moment; what was taken back is struck through. It can be
 * narrowed to a seat, a kind or a round. Of a long story the lines around the moment are on the page, and more as one
 * scrolls on: thousands of lines would have to be laid out and painted at every step.
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').Line} Line
 * @typedef {import('./book.js').Kind} Kind
 */
import { byId, fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { isOfKind, seatOf } from "./book.js";

const AROUND = 15; // lines before and after the moment
const MORE = 120; // where one scrolls on
const FOLLOWS = 80; // milliseconds after the picture, which goes first
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
    this.following = 0;
    /** @type {Line[]} those that are wanted, on the page from one up to another */
    this.lines = [];
    this.from = 0;
    this.to = 0;
    this.more = new IntersectionObserver((seen) => this.extend(seen), { root: this.list });
    this.earlier = this.moreButton("story_earlier", -1);
    this.later = this.moreButton("story_later", 1);
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
    const rounds = [...new Set(this.book.lines.map((line) => line.round ?? 0))].filter((round) => round > 0).sort((one, other) => one - other);
    offer(this.seat, [["", say("all_seats")], ...seats]);
    offer(this.kind, [["", say("all_kinds")], ...KINDS.map((kind) => [kind, say(`kind_${kind}`)])]);
    offer(this.round, [["", say("all_rounds")], ...rounds.map((round) => [String(round), String(round)])]);
    this.drawLines();
  }

  drawLines() {
    this.lines = this.book.lines.filter((line) => this.isWanted(line));
    this.drawAround();
  }

  /** The lines around the moment, and all of its own, however many they are. */
  drawAround() {
    const middle = this.indexOf(this.at);
    this.from = Math.max(0, middle - AROUND);
    this.to = Math.max(Math.min(this.lines.length, middle + AROUND), this.indexOf(this.at + 1));
    const rows = this.lines.slice(this.from, this.to).map((line) => this.row(line));
    fill(this.list, this.earlier, rows.length ? rows : make("li", { className: "empty" }, say("story_empty")), this.later);
    this.offerMore();
    this.mark();
  }

  /** The first line of a version or of one after it. @param {number} version */
  indexOf(version) {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.lines[middle]?.version ?? 0) < version) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {import('../kit/words.js').Phrase} phrase @param {number} direction */
  moreButton(phrase, direction) {
    const item = make("li", { className: "more" }, make("button", { type: "button", className: "quiet", onclick: () => this.add(direction) }, say(phrase)));
    this.more.observe(item);
    return item;
  }

  offerMore() {
    this.earlier.hidden = this.from === 0;
    this.later.hidden = this.to === this.lines.length;
  }

  /** Somebody has scrolled to where lines are missing. @param {IntersectionObserverEntry[]} seen */
  extend(seen) {
    for (const { isIntersecting, target } of seen) if (isIntersecting) this.add(target === this.earlier ? -1 : 1);
  }

  /** @param {number} direction */
  add(direction) {
    const [from, to] = direction < 0 ? [Math.max(0, this.from - MORE), this.from] : [this.to, Math.min(this.lines.length, this.to + MORE)];
    const rows = this.lines.slice(from, to).map((line) => this.row(line));
    const { scrollHeight, scrollTop } = this.list;
    if (direction < 0) this.earlier.after(...rows);
    else this.later.before(...rows);
    this.from = Math.min(from, this.from);
    this.to = Math.max(to, this.to);
    this.offerMore();
    if (direction < 0) this.list.scrollTop = scrollTop + this.list.scrollHeight - scrollHeight;
  }

  /** @param {Line} line */
  isWanted(line) {
    const entry = this.book.entry(line.version);
    if (!entry) return false;
    if (this.seat.value && seatOf(entry) !== Number(this.seat.value)) return false;
    if (this.kind.value && !isOfKind(entry, /** @type {Kind} */ (this.kind.value))) return false;
    return !this.round.value || line.round === Number(this.round.value);
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
    return make("li", { className: line.heading ? "heading" : "" }, button);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const button = event.target instanceof Element ? event.target.closest("button.line") : null;
    if (button instanceof HTMLElement) this.go(Number(button.dataset.version));
  }

  /** However fast one drags, a few times a second is enough. @param {number} version */
  show(version) {
    this.at = version;
    this.following ||= setTimeout(() => this.follow(), FOLLOWS);
  }

  follow() {
    this.following = 0;
    const version = this.at;
    const first = this.indexOf(version);
    if (first < this.from || first > this.to || (first === this.to && this.to < this.lines.length)) this.drawAround();
    else this.mark();
  }

  /** Marks the lines of the version and brings them into view: the first of them, but at the end the last. */
  mark() {
    for (const row of this.list.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
    const rows = [...this.list.querySelectorAll(`[data-version="${this.at}"]`)];
    for (const row of rows) row.setAttribute("aria-current", "step");
    const first = rows[0]?.parentElement;
    if (this.at === this.book.last && this.to === this.lines.length) this.list.scrollTop = this.list.scrollHeight;
    else if (first) this.list.scrollTop = first.offsetTop - this.list.clientHeight / 3;
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
