/** The page of the audit: a match or a file is judged here in the browser, and then by the server. */
import { ask, forgetVoidToken, matchPath, pagePath, Refusal, textOf } from "../kit/api.js";
import { byId, fill, make } from "../kit/dom.js";
import { drawFrame } from "../kit/frame.js";
import { ticketOf, tokenFor } from "../kit/storage.js";
import { say } from "../kit/words.js";
import { drawVerdict, firstBad, showVerdict } from "./banner.js";
import { drawChecks } from "./checks.js";
import { drawComparison } from "./comparison.js";
import { drawEntries } from "./entries.js";
import { canHash } from "./hash.js";
import { drawFileChoice, textOfFile } from "./source.js";
import { judgeByServer } from "./server_verdict.js";
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
const judgeFile = (file) => judge(textOfFile(file), { file });

let latest = 0;

/** Whoever gives another file meanwhile wants to see nothing more of this one. @param {string | Promise<string>} text @param {import('./server_verdict.js').Source} source */
async function judge(text, source) {
  const run = ++latest;
  const isOld = () => run !== latest;
  clear();
  const own = await judgeBook(await text, (share) => isOld() || showProgress(share));
  if (isOld()) return;
  drawFindings(own, null);
  drawComparison(byId("comparison"), own);
  const server = await judgeByServer(source);
  if (!isOld()) drawFindings(own, server);
}

function clear() {
  showVerdict("busy", say("audit_busy", { share: 0 }));
  for (const id of ["checks", "comparison"]) fill(byId(id));
  byId("entries").hidden = byId("entry").hidden = true;
}

/** @param {OwnVerdict} own @param {import('./server_verdict.js').ServerAnswer | null} server null: it has not answered yet */
function drawFindings(own, server) {
  const bad = firstBad(own, server);
  drawVerdict(own, server);
  drawChecks(byId("checks"), own, server);
  if (!server || bad !== firstBad(own, null)) drawEntries(byId("entries"), byId("entry"), own, bad);
}

let shown = 0;

/** @param {number} share */
function showProgress(share) {
  const percent = Math.floor(share * 20) * 5;
  if (percent === shown) return;
  shown = percent;
  showVerdict("busy", say("audit_busy", { share: percent }));
}

void start();
