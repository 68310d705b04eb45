/**
 * Links that invite. What they hand over stands behind the # of the address: browsers send that to no server, and it
 * is taken out of the address as soon as the server has been asked what it is good for.
 *
 *     /matches/{id}#watch=TOKEN          to watch a private match, or to sit down at it
 *     /matches/{id}#seat=1&token=TOKEN   to play a seat on another device
 *     /matches/{id}/history#version=70&watch=TOKEN   to see a moment of a private match
 */
import { matchPath, pagePath, read, Refusal } from "../kit/api.js";
import { byId, fill, make } from "../kit/dom.js";
import { changeTicket, isToken, ticketOf } from "../kit/storage.js";
import { say } from "../kit/words.js";

/** @typedef {import('../kit/api.js').Schemas['MatchAnswer']} Overview */

/**
 * Anybody can write a link, so nothing is kept before the server has accepted it. Where the server cannot be asked, the
 * address stays as it is, and the Refusal is thrown.
 * @param {string} match
 */
export async function acceptInvitation(match) {
  const said = new URLSearchParams(location.hash.slice(1));
  const [watch, seat, token] = ["watch", "seat", "token"].map((name) => said.get(name));
  if (!watch && !(seat && token)) return;
  const taken = [watch ? await takeWatch(match, watch) : true, seat && token ? await takeSeat(match, seat, token) : true];
  history.replaceState(null, "", location.pathname + location.search);
  fill(byId("invitation"), taken.every(Boolean) ? null : make("p", {}, say("link_refused")));
}

/** @param {string} match @param {string} token @returns {Promise<boolean>} whether it is of use */
async function takeWatch(match, token) {
  if (!(await lookWith(match, token))) return false;
  changeTicket(match, (ticket) => void (ticket.watch = token));
  return true;
}

/** The token of a seat gives way to none but another one of that seat. @param {string} match @param {string} seat @param {string} token */
async function takeSeat(match, seat, token) {
  const overview = /^\d$/.test(seat) ? await lookWith(match, token) : null;
  const kept = ticketOf(match).seats[seat];
  if (!overview || (kept !== undefined && kept !== token && !isOfSeat(overview, seat))) return false;
  changeTicket(match, (ticket) => void (ticket.seats[seat] = token));
  return true;
}

/** Whoever plays a seat is offered a new token for it. @param {Overview} overview @param {string} seat */
function isOfSeat({ actions }, seat) {
  return actions.some((action) => action.operation === "renew_token" && action.path.endsWith(`/seats/${seat}/token`));
}

/** @param {string} match @param {string} token @returns {Promise<Overview | null>} null: the server does not know it */
async function lookWith(match, token) {
  if (!isToken(token)) return null;
  try {
    return await read(matchPath(match), { token });
  } catch (failure) {
    if (!(failure instanceof Refusal) || failure.isOpen) throw failure;
    return null;
  }
}

/** @param {string} match @param {Record<string, string>} handed */
export function invitation(match, handed) {
  const fragment = new URLSearchParams(handed).toString();
  return new URL(pagePath(match) + (fragment ? `#${fragment}` : ""), location.href).href;
}
