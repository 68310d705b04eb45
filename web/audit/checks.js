/**
 * The checks, each with its outcome: first those of this browser, then those of the server.
 *
 * @typedef {import('./verdict.js').OwnVerdict} OwnVerdict
 * @typedef {import('./verdict.js').Finding} Finding
 * @typedef {import('./server_verdict.js').ServerAnswer} ServerAnswer
 * @typedef {import('../kit/api.js').Schemas['Verdict']['checks'][number]} ServerCheck
 * @typedef {import('../kit/words.js').Phrase} Phrase
 */
import { fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { showUnseen } from "./plain.js";

const SIGNS = /** @type {Record<string, string>} */ ({ passed: "✓", failed: "✗", skipped: "–", not_decided: "?" });

const MEANINGS = /** @type {Record<string, Phrase>} */ ({
  file: "check_means_file",
  edition: "check_means_edition",
  chain: "check_means_chain",
  commitment: "check_means_commitment",
  draws: "check_means_draws",
  fold: "check_means_fold",
  decisions: "check_means_decisions",
  parent: "check_means_parent",
});

const NEED_SEED = new Set(["commitment", "draws"]);

/** @param {Element} place @param {OwnVerdict} own @param {ServerAnswer | null} server null: it has not answered yet */
export function drawChecks(place, own, server) {
  fill(
    place,
    make("h2", {}, say("checks_here")),
    make("ul", { className: "checks" }, own.findings.map(rowOfOwn)),
    make("h2", {}, say("checks_server")),
    server === null ? make("p", { className: "soft" }, say("server_busy")) : partOfServer(server, own.luck.seed === null),
  );
}

/** @param {Finding} finding */
function rowOfOwn(finding) {
  const fault = finding.fault;
  if (fault === null) return rowOf(finding.check, finding.outcome, finding.outcome === "skipped" ? [say("skipped_seed")] : []);
  const where = fault.entry === null ? say("in_header") : say("in_entry", { entry: fault.entry });
  return rowOf(finding.check, finding.outcome, [
    `${where}: ${say(fault.why)}`,
    fault.expected === undefined ? null : comparison("expected", fault.expected),
    fault.found === undefined ? null : comparison("found_there", fault.found),
  ]);
}

/** @param {Phrase} name @param {string} text */
const comparison = (name, text) => make("p", { className: "compared" }, make("span", { className: "soft" }, say(name)), " ", make("code", {}, showUnseen(text)));

/** @param {ServerAnswer} server @param {boolean} isSealed */
function partOfServer(server, isSealed) {
  if ("refusal" in server) return make("p", { className: "failed-line" }, server.refusal);
  return make("ul", { className: "checks" }, server.verdict.checks.map((one) => rowOf(one.check, one.verdict, detailOf(one, isSealed))));
}

/**
 * The server tells in English what it found: it is said only where there are no words of ours.
 * @param {ServerCheck} one @param {boolean} isSealed
 */
function detailOf({ check, verdict, entry, detail }, isSealed) {
  if (verdict === "passed" || !detail) return [];
  if (verdict === "skipped" && isSealed && NEED_SEED.has(check)) return [say("skipped_seed")];
  return [make("p", {}, entry ? `${say("in_entry", { entry })}: ` : null, make("span", { lang: "en" }, showUnseen(detail)))];
}

/** @param {string} check what it makes sure of, in words where there are any */
export function meaningOf(check) {
  const meaning = MEANINGS[check];
  return meaning ? say(meaning) : check;
}

/** @param {string} check @param {string} outcome @param {(Node | string | null)[]} details */
function rowOf(check, outcome, details) {
  return make(
    "li",
    { className: outcome, "data-check": check },
    make("span", { className: "sign", "aria-hidden": "true" }, SIGNS[outcome] ?? "?"),
    make(
      "div",
      {},
      make("strong", {}, meaningOf(check)),
      " ",
      make("span", { className: "soft" }, say(/** @type {Phrase} */ (`outcome_${outcome}`))),
      details.map((detail) => (typeof detail === "string" ? make("p", {}, detail) : detail)),
    ),
  );
}
