/**
 * What the browser keeps: which seats of which matches are played here, and their tokens. They never travel in an
 * address, only in the header of a request.
 *
 * @typedef {object} Ticket
 * @property {string} match
 * @property {string} game
 * @property {number} at when it was last used
 * @property {string} [host]
 * @property {string} [watch]
 * @property {Record<string, string>} seats tokens by seat
 */

const TICKET = "grubenbuch.match.";
const MOST_TICKETS = 60;
const TOKEN = /^[\w-]{1,200}$/; // base64url, as the API hands them out

/** @type {Map<string, string>} for browsers that keep nothing */
const memory = new Map();

/** @param {string} name @returns {string | null} */
export function getItem(name) {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/** @param {string} name @param {string | null} value */
export function setItem(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    memory.delete(name);
  } catch {
    if (value === null) memory.delete(name);
    else memory.set(name, value);
  }
}

/**
 * @template T
 * @param {string} name
 * @returns {T | null} null also for what cannot be read
 */
export function getJson(name) {
  try {
    return JSON.parse(getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match @returns {Ticket} */
export function ticketOf(match) {
  const found = /** @type {Ticket | null} */ (getJson(TICKET + match));
  return found && isTicket(found) ? { ...withGoodTokens(found), match } : { match, game: "", at: 0, seats: {} };
}

/** What has another form is no token, and no request could carry it. @param {unknown} token @returns {token is string} */
export function isToken(token) {
  return typeof token === "string" && TOKEN.test(token);
}

/** @param {Ticket} ticket @returns {Ticket} */
function withGoodTokens({ seats, host, watch, ...rest }) {
  const good = Object.fromEntries(Object.entries(seats).filter(([, token]) => isToken(token)));
  return { ...rest, seats: good, ...(isToken(host) ? { host } : {}), ...(isToken(watch) ? { watch } : {}) };
}

/** Something else may have written there, or an older page. @param {Ticket} found */
function isTicket({ seats }) {
  return typeof seats === "object" && seats !== null && !Array.isArray(seats);
}

/** @param {string} match @param {(ticket: Ticket) => void} change */
export function changeTicket(match, change) {
  const ticket = ticketOf(match);
  change(ticket);
  ticket.at = Date.now();
  setItem(TICKET + match, JSON.stringify(ticket));
  forgetOldest();
  return ticket;
}

/** A token that the server does not know is of no use to anybody. @param {string} match @param {string} token */
export function dropToken(match, token) {
  changeTicket(match, (ticket) => {
    for (const seat of Object.keys(ticket.seats)) if (ticket.seats[seat] === token) delete ticket.seats[seat];
    if (ticket.host === token) delete ticket.host;
    if (ticket.watch === token) delete ticket.watch;
  });
}

/** @param {string} match */
export function dropTicket(match) {
  setItem(TICKET + match, null);
}

/** @returns {Ticket[]} the latest first */
export function tickets() {
  const found = ticketNames().map((name) => /** @type {Ticket | null} */ (getJson(name)));
  const good = found.filter((ticket) => ticket !== null && isTicket(ticket) && typeof ticket.match === "string");
  return /** @type {Ticket[]} */ (good).map(withGoodTokens).sort((one, other) => other.at - one.at);
}

function ticketNames() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(TICKET));
  } catch {
    return [...memory.keys()].filter((name) => name.startsWith(TICKET));
  }
}

function forgetOldest() {
  for (const old of tickets().slice(MOST_TICKETS)) dropTicket(old.match);
}

/** @param {Ticket} ticket @param {number | null} seat @returns {string | null} the token that shows most */
export function tokenFor(ticket, seat) {
  const own = seat === null ? undefined : ticket.seats[seat];
  return own ?? Object.values(ticket.seats)[0] ?? ticket.host ?? ticket.watch ?? null;
}

/** The name one plays under, offered again at the next table. */
export const playerName = {
  get: () => getItem("grubenbuch.name") ?? "",
  /** @param {string} name */
  set: (name) => setItem("grubenbuch.name", name || null),
};
