/**
 * Plays on from a moment: a new match that begins as this one stood, against bots or with people. The API lists forks
 * that are public; those that were made here and are not listed are kept in this browser.
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('../kit/api.js').Schemas} Schemas
 * @typedef {import('../kit/words.js').Phrase} Phrase
 */
import { ask, BASE, jsonOf, matchPath, newKey, pagePath, read, Refusal } from "../kit/api.js";
import { fill, make } from "../kit/dom.js";
import { sitDown } from "../kit/opening.js";
import { Opponent } from "../kit/opponent.js";
import { send } from "../kit/send.js";
import { changeTicket, getJson, playerName, setItem } from "../kit/storage.js";
import { say } from "../kit/words.js";

const FORKS = "grubenbuch.forks.";
const PEOPLE = "people";

/** @typedef {{match: string, version: number}} Fork */

const MOST_READ = 200;

/** By version. @param {string} match @param {string} path @param {string | null} token @returns {Promise<Fork[]>} */
export async function readForks(match, path, token) {
  const answer = await ask("GET", `${path}/forks?limit=${MOST_READ}`, undefined, { token });
  const { matches } = /** @type {Schemas['Listing']} */ (await jsonOf(answer));
  const listed = matches.map((fork) => ({ match: fork.match, version: fork.parent?.version ?? 0 }));
  const known = new Set(listed.map((fork) => fork.match));
  return [...forksMadeHere(match).filter((fork) => !known.has(fork.match)), ...listed].sort((one, other) => one.version - other.version);
}

/** @param {string} match @returns {Fork[]} */
function forksMadeHere(match) {
  const found = getJson(FORKS + match);
  return Array.isArray(found) ? found : [];
}

/** @param {Book} book @param {number} version @param {number} asked the seat that is asked then */
export async function openForkDialog(book, version, asked) {
  const seats = book.overview?.seats ?? [];
  const game = /** @type {Schemas['GameAnswer']} */ (await read(`${BASE}/games/${book.overview?.game}`));
  if (document.querySelector("dialog[open]")) return; // somebody was too fast
  const names = seats.map(({ seat, name }) => make("option", { value: String(seat) }, name || say("seat_n", { n: seat + 1 })));
  const seat = make("select", { id: "fork-seat" }, names);
  seat.value = String(asked);
  const others = new Opponent(game, () => seats.length, [[PEOPLE, say("fork_people")]]);
  others.who.id = "fork-others";
  const name = make("input", { maxLength: 40, autocomplete: "off", value: playerName.get() });
  const shown = make("input", { type: "checkbox", id: "fork-public" });
  const status = make("p", { className: "status", role: "status" });
  const start = make("button", { type: "button", className: "main", id: "fork-start" }, say("fork_start"));
  const dialog = make(
    "dialog",
    { className: "dialog", "aria-labelledby": "fork-title" },
    make("h2", { id: "fork-title" }, say("fork_here")),
    make("p", {}, say("fork_lead", { version })),
    make("div", { className: "choices" }, labelled("fork_seat", seat), labelled("fork_others", others.who), others.styleField, labelled("your_name", name)),
    others.strength,
    isPublic(book) ? make("label", { className: "check" }, shown, make("span", {}, say("fork_public"))) : null,
    status,
    make("p", { className: "dialog-actions" }, make("button", { type: "button", onclick: () => dialog.close() }, say("cancel")), start),
  );
  start.addEventListener("click", async () => {
    start.disabled = true;
    fill(status, say("starting"));
    playerName.set(name.value.trim());
    try {
      location.href = pagePath(await forkMatch(book, version, Number(seat.value), others.bot, shown.checked));
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      fill(status, failure.message || say("network_failed"));
      start.disabled = false;
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Book} book */
const isPublic = (book) => book.overview?.visibility === "public";

/**
 * @param {Book} book @param {number} version @param {number} seat
 * @param {import('../kit/opponent.js').Bot | null} bot in the other seats; null: people
 * @param {boolean} isShown to all, where this match is
 */
async function forkMatch(book, version, seat, bot, isShown) {
  const seats = (book.overview?.seats ?? []).map((each) => each.seat).filter((each) => each !== seat);
  const bots = bot ? seats.map((each) => ({ seat: each, ...bot })) : [];
  /** @type {Schemas['Fork']} */
  const terms = { version, bots, undo: "consent", clock: null };
  if (isPublic(book) && !isShown) terms.visibility = "unlisted";
  /** @type {Schemas['OpenedAnswer']} */
  const opened = await send("POST", `${book.path}/forks`, terms, { token: book.token, key: newKey() });
  changeTicket(opened.match, (ticket) => {
    ticket.game = book.overview?.game ?? "";
    ticket.host = opened.host_token;
    if (opened.watch_token) ticket.watch = opened.watch_token;
  });
  setItem(FORKS + book.match, JSON.stringify([...forksMadeHere(book.match), { match: opened.match, version }]));
  await sitDown(opened.match, seat, playerName.get(), opened.host_token);
  if (bot) await send("POST", `${matchPath(opened.match)}/start`, undefined, { token: opened.host_token });
  return opened.match;
}

/** @param {Phrase} phrase @param {HTMLElement} field */
const labelled = (phrase, field) => make("label", {}, make("span", {}, say(phrase)), field);
