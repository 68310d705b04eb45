/** Opens matches and sits down, for the home page and the table alike. */
import { BASE, matchPath, newKey } from "./api.js";
import { send } from "./send.js";
import { changeTicket, playerName } from "./storage.js";

/**
 * @typedef {import('./api.js').Schemas} Schemas
 * @typedef {Schemas['NewMatch']} NewMatch
 * @typedef {NonNullable<NewMatch['bots']>[number]} SeatedBot
 */

/**
 * A running match: one person against bots.
 * @param {string} game @param {number} seats @param {import('./opponent.js').Bot} bot
 * @returns {Promise<string>} the id
 */
export async function playAgainstBots(game, seats, bot) {
  /** @type {SeatedBot[]} */
  const bots = [];
  for (let seat = 1; seat < seats; seat += 1) bots.push({ seat, ...bot });
  const match = await openMatch({ game, seats, bots, undo: "consent", rated: false, visibility: "unlisted" });
  await sitDown(match.id, 0, playerName.get());
  await send("POST", `${matchPath(match.id)}/start`, undefined, { token: match.host });
  return match.id;
}

/** @param {NewMatch} terms */
export async function openMatch(terms) {
  /** @type {Schemas['OpenedAnswer']} */
  const opened = await send("POST", `${BASE}/matches`, terms, { key: newKey() });
  changeTicket(opened.match, (ticket) => {
    ticket.game = terms.game;
    ticket.host = opened.host_token;
    if (opened.watch_token) ticket.watch = opened.watch_token;
  });
  return { id: opened.match, host: opened.host_token };
}

/**
 * @param {string} match @param {number | null} seat @param {string} name
 * @param {string | null} [token] of the host or a watcher, where the match is private
 */
export async function sitDown(match, seat, name, token = null) {
  /** @type {Schemas['NewSeat']} */
  const body = { words: newKey() };
  if (seat !== null) body.seat = seat;
  if (name) body.name = name;
  /** @type {Schemas['SeatedAnswer']} */
  const seated = await send("POST", `${matchPath(match)}/seats`, body, { key: newKey(), token });
  changeTicket(match, (ticket) => {
    ticket.seats[seated.seat] = seated.seat_token;
  });
  return seated.seat;
}
