/**
 * Links that invite. What they hand over stands behind the # of the address: browsers send that to no server, and it
 * is taken out of the address as soon as it was read.
 *
 *     /matches/{id}#watch=TOKEN          to watch a private match, or to sit down at it
 *     /matches/{id}#seat=1&token=TOKEN   to play a seat on another device
 *     /matches/{id}/history#version=70&watch=TOKEN   to see a moment of a private match
 */
import { pagePath } from "../kit/api.js";
import { changeTicket } from "../kit/storage.js";

/** @param {string} match */
export function acceptInvitation(match) {
  const said = new URLSearchParams(location.hash.slice(1));
  const [watch, seat, token] = ["watch", "seat", "token"].map((name) => said.get(name));
  if (!watch && !(seat && token)) return;
  changeTicket(match, (ticket) => {
    if (watch) ticket.watch = watch;
    if (seat && token && /^\d+$/.test(seat)) ticket.seats[seat] = token;
  });
  history.replaceState(null, "", location.pathname + location.search);
}

/** @param {string} match @param {Record<string, string>} handed */
export function invitation(match, handed) {
  const fragment = new URLSearchParams(handed).toString();
  return new URL(pagePath(match) + (fragment ? `#${fragment}` : ""), location.href).href;
}
