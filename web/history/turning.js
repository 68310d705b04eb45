/**
 * Where a match turned: who led after each round, the round that changed most, and whatever was taken back. Points are
 * known as of the ends of rounds, so a turn names the round and not the answer.
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').Schemas['Sheet']} Sheet
 * @typedef {{version: number, words: string}} Turn
 */
import { byId, fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";

/** @param {Book} book @param {(version: number) => unknown} go */
export function drawTurning(book, go) {
  const turns = findTurns(book);
  fill(
    byId("turning"),
    make("h2", {}, say("turning")),
    turns.length
      ? make("ol", { className: "turns" }, turns.map((turn) => make("li", {}, turnButton(turn, go))))
      : make("p", { className: "empty" }, say("turning_none")),
  );
}

/** @param {Turn} turn @param {(version: number) => unknown} go */
function turnButton({ version, words }, go) {
  return make(
    "button",
    { type: "button", className: "quiet", "data-version": version, onclick: () => go(version) },
    make("span", { className: "version" }, version),
    words,
  );
}

/** @param {Book} book @returns {Turn[]} oldest first */
export function findTurns(book) {
  const series = book.score?.series ?? [];
  const turns = [...leadChanges(book, series), ...greatestSwing(book, series), ...undos(book)];
  if (book.score?.final) turns.push({ version: book.last, words: say("turn_end") });
  return turns.sort((one, other) => one.version - other.version);
}

/** @param {Book} book @param {Sheet[]} series @returns {Turn[]} */
function leadChanges(book, series) {
  const turns = [];
  let before = "";
  for (const sheet of series) {
    const best = Math.max(...sheet.totals);
    const leaders = sheet.totals.flatMap((total, seat) => (total === best ? [seat] : []));
    const now = leaders.length === 1 ? String(leaders[0]) : "";
    if (now !== before) turns.push({ version: sheet.version, words: now ? say("turn_lead", { name: book.name(Number(now)), round: sheet.round }) : say("turn_level", { round: sheet.round }) });
    before = now;
  }
  return turns;
}

/** The most that one round gave a seat beyond what it gave the others. @param {Book} book @param {Sheet[]} series @returns {Turn[]} */
function greatestSwing(book, series) {
  let greatest = { swing: 0, gained: 0, seat: 0, version: 0, round: 0 };
  for (const [at, sheet] of series.entries()) {
    const before = series[at - 1]?.totals ?? [];
    const gains = sheet.totals.map((total, seat) => total - (before[seat] ?? 0));
    for (const [seat, gained] of gains.entries()) {
      const swing = gained - Math.max(...gains.filter((_, other) => other !== seat));
      if (swing > greatest.swing && gained > 0) greatest = { swing, gained, seat, version: sheet.version, round: sheet.round };
    }
  }
  const { swing, gained, seat, version, round } = greatest;
  return swing ? [{ version, words: say("turn_swing", { name: book.name(seat), n: gained, round }) }] : [];
}

/** @param {Book} book @returns {Turn[]} */
function undos(book) {
  return book.entries.flatMap((entry) => {
    const events = /** @type {import('./book.js').Schemas['MatchEvent'][]} */ (entry.events);
    const struck = events.flatMap((event) => (event.type === "rewound" ? event.struck : []));
    return struck.length ? [{ version: entry.version, words: say("turn_undo", { n: struck.length }) }] : [];
  });
}
