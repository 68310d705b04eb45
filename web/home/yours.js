/** The matches one plays with this browser: found by the tokens it keeps. */
import { matchPath, pagePath, read, Refusal } from "../kit/api.js";
import { fill, make } from "../kit/dom.js";
import { dropTicket, tickets, tokenFor } from "../kit/storage.js";
import { say, sayAgo } from "../kit/words.js";

/**
 * @typedef {import('../kit/api.js').Schemas['MatchAnswer']} MatchAnswer
 * @typedef {import('../kit/storage.js').Ticket} Ticket
 */

const AT_ONCE = 6;

/** @param {HTMLElement} section @param {Map<string, string>} names */
export async function drawYours(section, names) {
  const found = (await Promise.all(tickets().slice(0, AT_ONCE).map(readMatch))).filter((match) => match !== null);
  if (!found.length) return;
  section.hidden = false;
  fill(section, make("h2", {}, say("your_matches")), make("ul", { className: "rows" }, found.map((match) => rowOf(match, names))));
}

/** @param {Ticket} ticket @returns {Promise<MatchAnswer | null>} */
async function readMatch(ticket) {
  try {
    return await read(matchPath(ticket.match), { token: tokenFor(ticket, null) });
  } catch (failure) {
    if (failure instanceof Refusal && failure.status === 404) dropTicket(ticket.match);
    return null;
  }
}

/** @param {MatchAnswer} match @param {Map<string, string>} names */
function rowOf(match, names) {
  const mine = tickets().find((ticket) => ticket.match === match.match)?.seats ?? {};
  const isMyTurn = match.turn !== null && String(match.turn) in mine;
  const status = /** @type {import('../kit/words.js').Phrase} */ (`status_${match.status}`);
  return make(
    "li",
    {},
    make("strong", {}, names.get(match.game) ?? match.game),
    make("span", { className: isMyTurn ? "lamp" : "soft" }, isMyTurn ? say("your_turn") : say(status)),
    make("span", { className: "soft" }, sayAgo(match.touched_at)),
    make("a", { className: "button", href: pagePath(match.match) }, say("continue")),
  );
}
