/**
 * The line through all versions: a slider with what happened drawn along it (points, rounds, branches), buttons for
 * steps, and a clockwork that plays. It says where one wants to go; the page goes there.
 *
 * @typedef {import('./book.js').Book} Book
 */
import { byId, fill, make } from "../kit/dom.js";
import { getItem, setItem } from "../kit/storage.js";
import { say } from "../kit/words.js";
import { drawTrack, listForks } from "./track.js";

const SPEED = "grubenbuch.speed";
const SPEEDS = [0.5, 1, 2, 5, 10]; // versions a second
const OWN_KEYS = "select, input:not([type=range]), textarea, dialog, summary, .picture.zoomed";
const PRESSED = "button, a";

export class TimeLine {
  /** @param {Book} book @param {(version: number) => Promise<void>} go resolves once that moment is shown */
  constructor(book, go) {
    this.book = book;
    this.go = go;
    this.at = 1;
    this.playing = 0; // each run of the clockwork has a number; 0 stands still
    this.runs = 0;
    this.slider = make("input", { type: "range", min: "1", step: "1", id: "slider", "aria-label": say("line_label") });
    this.slider.addEventListener("input", () => this.move(Number(this.slider.value)));
    this.track = make("div", { className: "track" });
    this.forks = make("div"); // below the thumb of the slider, which would cover them
    this.label = make("output", { className: "moment-label" });
    this.label.setAttribute("for", "slider");
    this.player = make("button", { type: "button", className: "main", id: "play", onclick: () => this.toggle() }, say("play_moments"));
    this.speed = make("select", {}, SPEEDS.map((speed) => make("option", { value: String(speed) }, say("speed_of", { n: speed }))));
    this.speed.value = SPEEDS.includes(Number(getItem(SPEED))) ? (getItem(SPEED) ?? "1") : "1";
    this.speed.addEventListener("change", () => setItem(SPEED, this.speed.value));
    fill(byId("line"), this.track, this.slider, this.forks, this.tools(), make("p", { className: "soft keys" }, say("keys_help")));
    document.addEventListener("keydown", (event) => this.press(event));
  }

  tools() {
    const steps = /** @type {const} */ ([
      ["to_start", "|‹", () => 1],
      ["round_back", "«", () => this.roundBefore()],
      ["step_back", "‹", () => this.at - 1],
      ["step_on", "›", () => this.at + 1],
      ["round_on", "»", () => this.roundAfter()],
      ["to_end", "›|", () => this.book.last],
    ]);
    const buttons = steps.map(([phrase, sign, target]) =>
      make("button", { type: "button", "aria-label": say(phrase), title: say(phrase), "data-step": phrase, onclick: () => this.move(target()) }, sign),
    );
    return make(
      "div",
      { className: "line-tools" },
      make("div", { className: "steps", role: "group", "aria-label": say("line_label") }, buttons),
      this.player,
      make("label", { className: "speed" }, make("span", { className: "unseen" }, say("speed")), this.speed),
      this.label,
    );
  }

  roundBefore() {
    return this.book.beginnings.findLast((version) => version < this.at) ?? 1;
  }

  roundAfter() {
    return this.book.beginnings.find((version) => version > this.at) ?? this.book.last;
  }

  /** The book has grown, or was read for the first time. */
  draw() {
    this.slider.max = String(this.book.last);
    this.slider.value = String(this.at);
    fill(this.track, drawTrack(this.book, (version) => this.move(version)));
    fill(this.forks, listForks(this.book));
    this.showAt(this.at);
  }

  /** A move by hand ends the playing. @param {number} version */
  move(version) {
    this.stop();
    return this.step(version);
  }

  /** @param {number} version */
  step(version) {
    const within = Math.min(Math.max(version, 1), this.book.last);
    this.showAt(within);
    return this.go(within);
  }

  /** @param {number} version */
  showAt(version) {
    this.at = version;
    const round = this.book.round(version);
    const words = say(round ? "moment_round" : "moment_of", { version, last: this.book.last, round });
    this.slider.value = String(version);
    this.slider.setAttribute("aria-valuetext", words);
    this.label.textContent = words;
    const part = this.book.last > 1 ? (version - 1) / (this.book.last - 1) : 0;
    byId("line").style.setProperty("--at", String(part));
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.at >= this.book.last) this.at = 0;
    this.runs += 1;
    this.playing = this.runs;
    this.player.textContent = say("stop_moments");
    return void this.run(this.playing);
  }

  stop() {
    this.playing = 0;
    this.player.textContent = say("play_moments");
  }

  /** The next step comes when its time has come and the one before is on the page. @param {number} run */
  async run(run) {
    while (this.playing === run && this.at < this.book.last) {
      const pause = new Promise((done) => setTimeout(done, 1000 / Number(this.speed.value)));
      await Promise.all([this.step(this.at + 1), pause]);
    }
    if (this.playing === run) this.stop();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.altKey || event.ctrlKey || event.metaKey || target?.closest(OWN_KEYS)) return;
    if (event.key === " " && target?.closest(PRESSED)) return;
    const act = this.keys()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @returns {Record<string, () => unknown>} */
  keys() {
    return {
      ArrowLeft: () => this.move(this.at - 1),
      ArrowRight: () => this.move(this.at + 1),
      PageUp: () => this.move(this.roundBefore()),
      PageDown: () => this.move(this.roundAfter()),
      Home: () => this.move(1),
      End: () => this.move(this.book.last),
      " ": () => this.toggle(),
    };
  }
}
