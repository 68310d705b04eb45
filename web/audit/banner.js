/**
 * The verdict on a book in a few lines: what it comes to, what this browser has found, and what the server has.
 *
 * @typedef {import('./verdict.js').OwnVerdict} OwnVerdict
 * @typedef {import('./server_verdict.js').ServerAnswer} ServerAnswer
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

/** @param {OwnVerdict} own @param {ServerAnswer | null} server null: it has not answered yet */
export function drawVerdict(own, server) {
  const [outcome, words] = sumUp(own, server);
  showVerdict(outcome, words, sayOwn(own), server ? sayServer(server) : say("server_busy"), ...sayUnproven(server));
}

/** The first entry that fails, here or in the server. @param {OwnVerdict} own @param {ServerAnswer | null} server */
export function firstBad(own, server) {
  const entries = [own.fault?.entry, ...failuresOf(server).map((check) => check.entry)];
  const found = entries.filter((entry) => entry !== null && entry !== undefined);
  return found.length ? Math.min(...found) : null;
}

/** @param {ServerAnswer | null} server */
function failuresOf(server) {
  return server && "verdict" in server ? server.verdict.checks.filter((check) => check.verdict === "failed") : [];
}

/** @param {OwnVerdict} own @param {ServerAnswer | null} server @returns {[Outcome, string]} */
function sumUp(own, server) {
  const entry = firstBad(own, server);
  if (entry !== null) return ["failed", say("audit_entry_bad", { entry })];
  if (own.fault) return ["failed", say("audit_header_bad")];
  if (server === null) return ["busy", say("audit_own_good")];
  if (failuresOf(server).length) return ["failed", say("audit_server_bad")];
  if ("refusal" in server || !server.verdict.ok) return ["open", say("audit_open")];
  return ["passed", say("audit_good", { n: own.book.entries.length })];
}

/** @param {OwnVerdict} own */
function sayOwn({ fault, luck }) {
  if (!fault) return say(luck.seed === null ? "own_good_so_far" : "own_good");
  const where = fault.entry === null ? say("in_header") : say("in_entry", { entry: fault.entry });
  return say("own_bad", { where, why: say(fault.why) });
}

/** What nobody can tell from the file, in the words of the server. @param {ServerAnswer | null} server */
function sayUnproven(server) {
  if (!server || "refusal" in server) return [];
  return (server.verdict.unproven ?? []).map(({ words }) => words[language()] ?? "");
}

/** @param {ServerAnswer} server */
function sayServer(server) {
  if ("refusal" in server) return say("server_open", { why: server.refusal });
  const [failed] = failuresOf(server);
  if (!failed) return say(server.verdict.ok ? "server_good" : "server_not_decided");
  const where = failed.entry ? say("in_entry", { entry: failed.entry }) : say("in_header");
  return say("server_bad", { where, check: meaningOf(failed.check) });
}
