/**
 * The verdict on a book in a few lines: what it comes to, what this browser has found, and what the house has.
 *
 * @typedef {import('./verdict.js').OwnVerdict} OwnVerdict
 * @typedef {import('./house_verdict.js').HouseAnswer} HouseAnswer
 * @typedef {'busy' | 'passed' | 'failed' | 'open'} Outcome
 */
import { byId, fill, make } from "../kit/dom.js";
import { language, say } from "../kit/words.js";
import { meaningOf } from "./checks.js";

/** @param {Outcome} outcome @param {string} words @param {string[]} lines */
export function showVerdict(outcome, words, ...lines) {
  const sign = { busy: "…", passed: "✓", failed: "✗", open: "?" }[outcome];
  byId("verdict").className = `verdict ${outcome}`;
  const told = make("div", {}, make("strong", {}, words), lines.map((line) => make("p", {}, line)));
  fill(byId("verdict"), make("span", { className: "sign", "aria-hidden": "true" }, sign), told);
}

/** @param {OwnVerdict} own @param {HouseAnswer | null} house null: it has not answered yet */
export function drawVerdict(own, house) {
  const [outcome, words] = sumUp(own, house);
  showVerdict(outcome, words, sayOwn(own), house ? sayHouse(house) : say("house_busy"), ...sayUnproven(house));
}

/** The first entry that fails, here or in the house. @param {OwnVerdict} own @param {HouseAnswer | null} house */
export function firstBad(own, house) {
  const entries = [own.fault?.entry, ...failuresOf(house).map((check) => check.entry)];
  const found = entries.filter((entry) => entry !== null && entry !== undefined);
  return found.length ? Math.min(...found) : null;
}

/** @param {HouseAnswer | null} house */
function failuresOf(house) {
  return house && "verdict" in house ? house.verdict.checks.filter((check) => check.verdict === "failed") : [];
}

/** @param {OwnVerdict} own @param {HouseAnswer | null} house @returns {[Outcome, string]} */
function sumUp(own, house) {
  const entry = firstBad(own, house);
  if (entry !== null) return ["failed", say("audit_entry_bad", { entry })];
  if (own.fault) return ["failed", say("audit_header_bad")];
  if (house === null) return ["busy", say("audit_own_good")];
  if (failuresOf(house).length) return ["failed", say("audit_house_bad")];
  if ("refusal" in house || !house.verdict.ok) return ["open", say("audit_open")];
  return ["passed", say("audit_good", { n: own.book.entries.length })];
}

/** @param {OwnVerdict} own */
function sayOwn({ fault, luck }) {
  if (!fault) return say(luck.seed === null ? "own_good_so_far" : "own_good");
  const where = fault.entry === null ? say("in_header") : say("in_entry", { entry: fault.entry });
  return say("own_bad", { where, why: say(fault.why) });
}

/** What nobody can tell from the file, in the words of the house. @param {HouseAnswer | null} house */
function sayUnproven(house) {
  if (!house || "refusal" in house) return [];
  return (house.verdict.unproven ?? []).map(({ words }) => words[language()] ?? "");
}

/** @param {HouseAnswer} house */
function sayHouse(house) {
  if ("refusal" in house) return say("house_open", { why: house.refusal });
  const [failed] = failuresOf(house);
  if (!failed) return say(house.verdict.ok ? "house_good" : "house_not_decided");
  const where = failed.entry ? say("in_entry", { entry: failed.entry }) : say("in_header");
  return say("house_bad", { where, check: meaningOf(failed.check) });
}
