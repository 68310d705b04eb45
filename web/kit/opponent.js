/** Who else plays: a bot of any level, and what it likes. The catalogue lists the levels, and how strong they proved to be. */
import { fill, make } from "./dom.js";
import { language, say } from "./words.js";

/**
 * @typedef {import('./api.js').Schemas} Schemas
 * @typedef {Pick<Schemas['GameListed'], 'levels' | 'personalities'>} Offered
 * @typedef {Offered['levels'][number]} Level
 * @typedef {NonNullable<Schemas['SeatedBotBody']['personality']>} Style
 * @typedef {{mind: "level", level: number, personality?: Style}} Bot
 */

const USUAL = "3"; // the strongest that answers at once
const PERCENT = 100;

export class Opponent {
  /**
   * @param {Offered} game @param {() => number} seats how many play
   * @param {[string, string][]} [others] who else may be chosen, by value and words
   */
  constructor(game, seats, others = []) {
    this.game = game;
    this.seats = seats;
    const levels = game.levels.map(({ level }) => ({ value: String(level), words: sayLevel(level) }));
    this.who = make(
      "select",
      {},
      others.map(([value, words]) => make("option", { value }, words)),
      levels.map(({ value, words }) => make("option", { value }, others.length ? say("seat_bot", { strength: words }) : words)),
    );
    this.style = make(
      "select",
      {},
      make("option", { value: "" }, say("style_none")),
      /** @type {Style[]} */ (game.personalities).map((name) => make("option", { value: name }, say(`style_${name}`))),
    );
    this.styleField = make("label", { className: "style" }, make("span", {}, say("style")), this.style);
    this.strength = make("p", { className: "strength" });
    this.who.addEventListener("change", () => this.tell());
    this.choose(USUAL, "");
  }

  /** What is not on offer, perhaps no longer, leaves the usual. @param {string | null} who @param {string | null} style */
  choose(who, style) {
    pick(this.who, who, USUAL);
    pick(this.style, style, "");
    this.tell();
  }

  /** Null where no bot is chosen. @returns {Bot | null} */
  get bot() {
    const chosen = this.level;
    if (!chosen) return null;
    const style = /** @type {Style[]} */ (this.game.personalities).find((name) => name === this.style.value);
    return { mind: "level", level: chosen.level, ...(style ? { personality: style } : {}) };
  }

  get level() {
    return this.game.levels.find(({ level }) => String(level) === this.who.value);
  }

  /** How strong it is, in words. */
  tell() {
    const chosen = this.level;
    this.styleField.hidden = this.strength.hidden = !chosen;
    fill(this.strength, chosen ? `${sayStrength(chosen, this.seats())} ${sayTime(chosen)}` : null);
  }
}

/** @param {HTMLSelectElement} select @param {string | null} value @param {string} usual */
function pick(select, value, usual) {
  select.value = [...select.options].some((option) => option.value === value) ? (value ?? "") : usual;
}

/** @param {number} level @param {string | null} [style] */
export function sayLevel(level, style = null) {
  const words = say("bots_level", { n: level });
  return style ? `${words}, ${say(`style_${/** @type {Style} */ (style)}`)}` : words;
}

/** As it was measured with so many at the table, or else with two. @param {Level} level @param {number} seats */
function sayStrength({ level, measured }, seats) {
  const below = level - 1;
  if (!below) return say("strength_first");
  const found = measured.find((each) => each.seats === seats) ?? measured.find((each) => each.seats === 2);
  if (!found) return say("strength_unknown", { below });
  const [won, low, high] = [found.won, found.low, found.high].map((share) => Math.round(PERCENT * share));
  const gaps = { below, won: won ?? 0, low: low ?? 0, high: high ?? 0, fair: Math.round(PERCENT / found.seats), n: found.matches };
  return say(found.seats === 2 ? "strength_two" : "strength_alone", gaps);
}

/** @param {Level} level */
function sayTime({ milliseconds }) {
  if (!milliseconds) return say("thinks_not");
  return say("thinks_up_to", { seconds: new Intl.NumberFormat(language()).format(milliseconds / 1000) });
}
