/**
 * What the strongest mind thinks of a match that is over: the expected leads as a line, with costly decisions and luck
 * marked on it, and at each decision what would have been better.
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').Schemas['ReviewAnswer']} ReviewOfMatch
 * @typedef {import('./book.js').Schemas['ReviewedDecision']} Decision
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Verdict
 */
import { ask, read, Refusal, tolerate } from "../kit/api.js";
import { byId, fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { shape } from "./track.js";

const LOOK = 1000; // milliseconds between two looks at a review that grows
const WIDTH = 1000;
const HEIGHT = 200;
const EDGE = 12;
const CROSS = 7;
/** @type {Set<string>} */
const COSTLY = new Set(["mistake", "blunder"]);

export class Review {
  /** @param {Book} book @param {(version: number) => unknown} go */
  constructor(book, go) {
    this.book = book;
    this.go = go;
    this.at = 1;
    this.asked = false;
    /** @type {ReviewOfMatch | null} */
    this.found = null;
    this.instead = make("div", { className: "instead", "aria-live": "polite" });
  }

  /** Before the end there is nothing to review. */
  draw() {
    if (this.book.overview?.status !== "finished" && this.book.overview?.status !== "abandoned") return;
    if (this.asked) return;
    this.asked = true;
    void tolerate(this.look());
  }

  async look() {
    this.found = /** @type {ReviewOfMatch} */ (await read(`${this.book.path}/review`, { token: this.book.token }));
    this.fill();
    if (this.found.asked && !this.found.ready) setTimeout(() => void tolerate(this.look()), LOOK);
  }

  async request() {
    try {
      await ask("POST", `${this.book.path}/review`, {}, { token: this.book.token });
      await this.look();
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      fill(this.instead, make("p", { role: "alert" }, failure.message || say("network_failed")));
    }
  }

  fill() {
    const { found } = this;
    if (!found) return;
    fill(
      byId("review"),
      make("h2", {}, say("review")),
      found.asked ? null : make("p", {}, say("review_lead")),
      found.asked ? null : make("button", { type: "button", id: "review-ask", onclick: () => this.request() }, say("review_ask")),
      found.asked && !found.ready ? this.progress(found) : null,
      found.decisions.length ? this.chart(found) : null,
      this.instead,
      found.ready ? this.sums(found) : null,
    );
    this.show(this.at);
  }

  /** @param {ReviewOfMatch} found */
  progress({ judged, total }) {
    return make(
      "p",
      { className: "review-progress" },
      make("progress", { max: total ?? 1, value: judged, "aria-label": say("review_progress", { judged, total: total ?? "…" }) }),
      " ",
      say("review_progress", { judged, total: total ?? "…" }),
    );
  }

  /** A click goes to that moment. @param {ReviewOfMatch} found */
  chart({ decisions }) {
    const leads = decisions.flatMap((decision) => decision.outlook);
    const [least, most] = [Math.min(0, ...leads), Math.max(1, ...leads)];
    const x = (/** @type {number} */ version) => (WIDTH * (version - 1)) / Math.max(this.book.last - 1, 1);
    const y = (/** @type {number} */ lead) => EDGE + ((HEIGHT - 2 * EDGE) * (most - lead)) / (most - least);
    const drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": this.sayLeads(decisions) }, [
      shape("line", { class: "level", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
      ...(this.book.overview?.seats ?? []).map(({ seat }) =>
        shape("polyline", {
          class: `points seat-${seat % 4}`,
          points: decisions.map((one) => `${x(one.version).toFixed(1)},${y(one.outlook[seat] ?? 0).toFixed(1)}`).join(" "),
        }),
      ),
      ...decisions.flatMap((one) => markOf(one, x(one.version), y(one.outlook[one.seat] ?? 0))),
    ]);
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      this.go(1 + Math.round(((event.clientX - box.left) / box.width) * (this.book.last - 1)));
    });
    return make("div", { className: "track leads" }, drawing);
  }

  /** The line in words. @param {Decision[]} decisions */
  sayLeads(decisions) {
    const ends = decisions.at(-1)?.outlook ?? [];
    return `${say("review_leads")}: ${ends.map((lead, seat) => `${this.book.name(seat)} ${Math.round(lead)}`).join(", ")}`;
  }

  /** @param {ReviewOfMatch} found */
  sums(found) {
    const costly = found.decisions.filter((one) => COSTLY.has(one.verdict));
    return [
      make("ul", { className: "review-seats" }, found.seats.map((seat) =>
        make("li", {}, say("review_seat", { name: this.book.name(seat.seat), accuracy: seat.accuracy ?? "–", cost: seat.cost, luck: seat.luck })),
      )),
      make("ol", { className: "turns" }, costly.map((one) => make("li", {}, make(
        "button",
        { type: "button", className: "quiet", "data-version": one.version, onclick: () => this.go(one.version) },
        make("span", { className: "version" }, one.version),
        say("review_cost", { name: this.book.name(one.seat), cost: one.cost }),
      )))),
    ];
  }

  /** What instead? Of the decision that made this version. @param {number} version */
  show(version) {
    this.at = version;
    const one = this.found?.decisions.find((decision) => decision.version === version);
    const verdict = /** @type {Verdict} */ (one?.verdict);
    fill(
      this.instead,
      one ? make("p", { className: `verdict ${verdict}`, "data-version": version }, say(`verdict_${verdict}`, { label: one.label, cost: one.cost })) : null,
      one && one.cost ? make("p", {}, say("review_better", { label: one.best_label })) : null,
      one?.luck ? make("p", { className: "soft" }, say("review_luck", { luck: one.luck[one.seat] ?? 0, name: this.book.name(one.seat) })) : null,
    );
  }
}

/** @param {Decision} one @param {number} x @param {number} y */
function markOf(one, x, y) {
  const marks = [];
  if (one.luck) marks.push(shape("circle", { class: "luck", cx: x, cy: y, r: 3 }));
  if (COSTLY.has(one.verdict)) marks.push(shape("path", { class: "costly", "data-version": one.version, d: `M${x - CROSS} ${y - CROSS}L${x + CROSS} ${y + CROSS}M${x + CROSS} ${y - CROSS}L${x - CROSS} ${y + CROSS}` }));
  return marks;
}
