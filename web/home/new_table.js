/** Opens a table for people: who sits where, who may see it, what was agreed about going back and about time. */
import { Refusal, matchPath, pagePath } from "../kit/api.js";
import { fill, make } from "../kit/dom.js";
import { openMatch, sitDown } from "../kit/opening.js";
import { Opponent } from "../kit/opponent.js";
import { send } from "../kit/send.js";
import { playerName } from "../kit/storage.js";
import { say } from "../kit/words.js";

/**
 * @typedef {import('../kit/api.js').Schemas} Schemas
 * @typedef {Schemas['GameListed']} GameListed
 * @typedef {Schemas['NewMatch']} NewMatch
 * @typedef {import('../kit/words.js').Phrase} Phrase
 * @typedef {{opponent: Opponent, name: HTMLInputElement}} SeatChoice
 */

const CLOCKS = /** @type {const} */ ({
  clock_none: null,
  clock_answer: { kind: "per_answer", seconds: 120 },
  clock_bank: { kind: "bank", seconds: 1800, increment: 15 },
  clock_days: { kind: "per_answer", seconds: 259_200 },
});

/** @param {GameListed} game */
export function openTableDialog(game) {
  const seats = choice(game.seats.map((count) => [String(count), String(count)]));
  const visibility = choice(phrases(["public", "unlisted", "private"], "visibility_"));
  const rated = choice(phrases(["no", "yes"], "rated_"));
  const undo = choice(phrases(["consent", "own", "off"], "undo_"));
  const clock = choice(Object.keys(CLOCKS).map((name) => [name, say(/** @type {Phrase} */ (name))]));
  const edition = choice(game.editions.map((name) => [name, name]));
  const boards = game.editions.length > 1 ? labelled("edition", edition) : null;
  const places = make("div", { className: "seat-choices" });
  /** @type {SeatChoice[]} */
  let chosen = [];
  const drawSeats = () => {
    chosen = Array.from({ length: Number(seats.value) }, (_, seat) => seatChoice(game, seat, Number(seats.value)));
    fill(places, chosen.map((each, seat) => seatRow(each, seat)));
  };
  seats.addEventListener("change", drawSeats);
  drawSeats();
  const title = make("input", { maxLength: 60, autocomplete: "off" });
  const status = make("p", { className: "status", role: "status" });
  const open = make("button", { type: "button", className: "main" }, say("open_table"));
  const dialog = make(
    "dialog",
    { className: "dialog", "aria-labelledby": "new-table" },
    make("h2", { id: "new-table" }, say("new_table_of", { game: game.name })),
    make("div", { className: "choices" }, labelled("players", seats), labelled("table_title", title), boards),
    places,
    make("div", { className: "choices" }, labelled("visibility", visibility), labelled("rated", rated), labelled("undo_policy", undo), labelled("clock", clock)),
    status,
    make(
      "p",
      { className: "dialog-actions" },
      make("button", { type: "button", onclick: () => dialog.close() }, say("cancel")),
      open,
    ),
  );
  open.addEventListener("click", async () => {
    open.disabled = true;
    fill(status, say("starting"));
    const terms = /** @type {NewMatch} */ ({
      game: game.game,
      seats: chosen.length,
      edition: edition.value,
      ...(title.value.trim() ? { title: title.value.trim() } : {}),
      visibility: visibility.value,
      rated: rated.value === "yes",
      undo: undo.value,
      clock: CLOCKS[/** @type {keyof typeof CLOCKS} */ (clock.value)],
      bots: chosen.flatMap(({ opponent: { bot } }, seat) => (bot ? [{ seat, ...bot }] : [])),
    });
    try {
      location.href = pagePath(await openTable(terms, chosen));
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      fill(status, failure.message || say("network_failed"));
      open.disabled = false;
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {NewMatch} terms @param {SeatChoice[]} chosen @returns {Promise<string>} */
async function openTable(terms, chosen) {
  const match = await openMatch(terms);
  for (const [seat, { opponent, name }] of chosen.entries()) {
    if (opponent.who.value === "here") await sitDown(match.id, seat, name.value.trim(), match.host);
  }
  const first = chosen.find(({ opponent }) => opponent.who.value === "here");
  if (first) playerName.set(first.name.value.trim());
  if (chosen.every(({ opponent }) => opponent.who.value !== "invite")) {
    await send("POST", `${matchPath(match.id)}/start`, undefined, { token: match.host });
  }
  return match.id;
}

/** @param {GameListed} game @param {number} seat @param {number} seats @returns {SeatChoice} */
function seatChoice(game, seat, seats) {
  const opponent = new Opponent(game, () => seats, [
    ["here", say("seat_here")],
    ["invite", say("seat_invite")],
  ]);
  opponent.choose(seat === 0 ? "here" : "invite", "");
  const name = make("input", { maxLength: 40, autocomplete: "off", value: seat === 0 ? playerName.get() : "" });
  name.placeholder = say("seat_n", { n: seat + 1 });
  return { opponent, name };
}

/** @param {SeatChoice} choice @param {number} seat */
function seatRow({ opponent, name }, seat) {
  const named = make("label", {}, make("span", {}, say("name")), name);
  const follow = () => {
    named.hidden = opponent.who.value !== "here";
  };
  opponent.who.addEventListener("change", follow);
  follow();
  return make("div", { className: "seat-choice" }, make("label", {}, make("span", {}, say("seat_n", { n: seat + 1 })), opponent.who), named, opponent.styleField, opponent.strength);
}

/** @param {(readonly [string, string])[]} options */
function choice(options) {
  return make("select", {}, options.map(([value, words]) => make("option", { value }, words)));
}

/** @param {string[]} values @param {string} prefix @returns {[string, string][]} */
function phrases(values, prefix) {
  return values.map((value) => [value, say(/** @type {Phrase} */ (prefix + value))]);
}

/** @param {Phrase} phrase @param {HTMLElement} field */
const labelled = (phrase, field) => make("label", {}, make("span", {}, say(phrase)), field);
