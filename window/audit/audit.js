/** The page of the audit: a match or a file is judged here in the browser, and then by the house. */
import { ask, forgetVoidToken, matchPath, pagePath, Refusal, textOf } from "../kit/api.js";
import { byId, fill, make } from "../kit/dom.js";
import { drawFrame } from "../kit/frame.js";
import { ticketOf, tokenFor } from "../kit/storage.js";
import { say } from "../kit/words.js";
import { drawChecks } from "./checks.js";
import { drawComparison } from "./comparison.js";
import { drawEntries } from "./entries.js";
import { canHash } from "./hash.js";
import { drawFileChoice } from "./source.js";
import { judgeByHouse } from "./house_verdict.js";
import { judgeBook } from "./verdict.js";

/** @typedef {import('./verdict.js').OwnVerdict} OwnVerdict */

const PATH = location.pathname.split("/");
const match = PATH[1] === "matches" ? decodeURIComponent(PATH[2] ?? "") : null;

async function start() {
  drawFrame(say("audit"));
  fill(byId("title"), match ? say("audit_of", { match }) : say("check_file"));
  if (!canHash()) return showVerdict("failed", say("audit_needs_https"));
  if (match) return judgeMatch(match);
  return drawFileChoice(byId("source"), say("audit_file_lead"), (file) => void judgeFile(file));
}

/** @param {string} id */
async function judgeMatch(id) {
  fill(byId("source"), make("p", {}, say("audit_match_lead"), " ", make("a", { href: pagePath(id) }, say("to_table"))));
  try {
    const { text, token } = await fetchBook(id);
    await judge(text, { match: id, token });
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    showVerdict("failed", failure.message || say("network_failed"));
  }
}

/** @param {string} id @returns {Promise<{text: string, token: string | null}>} */
async function fetchBook(id) {
  const token = tokenFor(ticketOf(id), null);
  try {
    return { text: await textOf(await ask("GET", `${matchPath(id)}/export`, undefined, { token })), token };
  } catch (failure) {
    forgetVoidToken(id, failure, token);
    return fetchBook(id);
  }
}

/** @param {File} file */
async function judgeFile(file) {
  await judge(await file.text(), { file });
}

/** @param {string} text @param {import('./house_verdict.js').Source} source */
async function judge(text, source) {
  showVerdict("busy", say("audit_busy", { share: 0 }));
  const own = await judgeBook(text, (share) => showProgress(share));
  const fault = own.fault;
  if (fault) showVerdict("failed", fault.entry === null ? say("audit_header_bad") : say("audit_entry_bad", { entry: fault.entry }));
  else showVerdict("passed", say(own.luck.seed === null ? "audit_good_so_far" : "audit_good", { n: own.book.entries.length }));
  drawChecks(byId("checks"), own, null);
  drawEntries(byId("entries"), byId("entry"), own);
  drawComparison(byId("comparison"), own);
  drawChecks(byId("checks"), own, await judgeByHouse(source));
}

let shown = 0;

/** @param {number} share */
function showProgress(share) {
  const percent = Math.floor(share * 20) * 5;
  if (percent === shown) return;
  shown = percent;
  showVerdict("busy", say("audit_busy", { share: percent }));
}

/** @param {'busy' | 'passed' | 'failed'} outcome @param {string} words */
function showVerdict(outcome, words) {
  const sign = { busy: "…", passed: "✓", failed: "✗" }[outcome];
  byId("verdict").className = `verdict ${outcome}`;
  fill(byId("verdict"), make("span", { className: "sign", "aria-hidden": "true" }, sign), make("strong", {}, words));
}

void start();
