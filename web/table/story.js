/** The match in words: the latest on top, and read aloud as it comes. */
import { ask, pagePath, textOf } from "../kit/api.js";
import { byId, fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";

/**
 * @typedef {{version: number, text: string, heading?: boolean, struck?: boolean}} Line
 */

const KEPT = 80; // versions that are told
const READ_ALOUD = 24; // lines: more than one answer ever has; whoever was away hears the last

export class Story {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
    /** @type {number | null} the last version whose lines are shown; each is read aloud once */
    this.told = null;
    this.list = make("ol", { className: "lines", tabIndex: 0 });
    fill(
      byId("story"),
      make("div", { className: "story-head" }, make("h2", {}, say("story")), make("a", { href: pagePath(session.match, "history") }, say("whole_story"))),
      this.list,
    );
  }

  /** @param {number} version */
  async tell(version) {
    if (this.hasTold(version)) return;
    const after = Math.max(0, version - KEPT);
    const lines = await this.read(after);
    if (this.hasTold(version)) return; // an answer that was asked for later came first
    const told = this.told;
    this.told = Math.max(version, ...lines.map((line) => line.version));
    fill(this.list, [...lines].reverse().map(rowOf));
    if (told !== null) this.readAloud(lines.filter((line) => line.version > told));
  }

  /** @param {number} version */
  hasTold(version) {
    return this.told !== null && version <= this.told;
  }

  /** @param {number} after @returns {Promise<Line[]>} */
  async read(after) {
    const headers = { Accept: "application/x-ndjson" };
    const answer = await ask("GET", `${this.session.path}/story?after=${after}`, undefined, { token: this.session.token, headers });
    const text = await textOf(answer);
    return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  /** @param {Line[]} lines */
  readAloud(lines) {
    fill(byId("news"), lines.slice(-READ_ALOUD).map((line) => make("p", {}, line.text)));
  }
}

/** @param {Line} line */
function rowOf(line) {
  const text = line.struck ? make("s", {}, line.text) : line.text;
  if (line.heading) return make("li", { className: "heading" }, make("b", {}, text));
  return make("li", {}, make("span", { className: "version" }, line.version), make("span", {}, text, line.struck ? make("span", { className: "unseen" }, say("taken_back")) : null));
}
