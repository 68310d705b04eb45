/** Who sits where: sign, name, points, time, and whose turn it is. */
import { byId, make, refill } from "../kit/dom.js";
import { seatSign } from "../kit/icons.js";
import { sayLevel } from "../kit/opponent.js";
import { language, say } from "../kit/words.js";

/**
 * @typedef {import('./session.js').Look} Look
 * @typedef {Look['overview']['seats'][number]} Seat
 */

/** @param {Look} look @param {number[]} own */
export function drawSeats({ overview, score }, own) {
  const rows = overview.seats.map((seat) => {
    const isAsked = overview.turn === seat.seat;
    const place = score?.final ? score.places[seat.seat] : undefined;
    return make(
      "li",
      { className: isAsked ? "asked" : place === 1 ? "first" : "" },
      seatSign(seat.seat),
      make("span", { className: "seat-name" }, nameOf(seat), own.includes(seat.seat) ? make("small", {}, ` ${say("you")}`) : null),
      isAsked ? make("span", { className: "lamp" }, say("to_move")) : null,
      place ? make("span", { className: "seat-place" }, say("place_n", { n: place })) : null,
      clockOf(overview, seat),
      overview.status === "open" ? null : pointsOf(score, seat.seat),
    );
  });
  refill(byId("seats"), make("h2", { className: "unseen" }, say("seats")), make("ol", { className: "seat-list" }, rows));
}

/** @param {Seat} seat */
function nameOf(seat) {
  if (seat.state === "free") return make("i", { className: "soft" }, say("free_seat"));
  if (seat.bot) return `${seat.name} (${sayBot(seat.bot)})`;
  return seat.name;
}

/** As on the home page; a mind without levels goes by its own name. @param {NonNullable<Seat['bot']>} bot */
function sayBot({ mind, level, personality }) {
  return level ? sayLevel(level, personality) : mind;
}

/** @param {Look['score']} score @param {number} seat */
function pointsOf(score, seat) {
  const points = score?.totals[seat];
  if (points === undefined) return null;
  const words = say("points", { n: points });
  return make("span", { className: "seat-points", title: words }, make("span", { "aria-hidden": "true" }, points), make("span", { className: "unseen" }, words));
}

/** @param {Look['overview']} overview @param {Seat} seat */
function clockOf(overview, seat) {
  if (seat.left === null || !overview.clock) return null;
  const isRunning = overview.clock.running === seat.seat && !overview.clock.paused;
  const facts = { className: isRunning ? "clock running" : "clock", "data-until": isRunning ? overview.clock.until : null };
  return make("span", facts, sayLeft(isRunning && overview.clock.until ? overview.clock.until - Date.now() : seat.left));
}

/** Lets running clocks run. */
export function tick() {
  for (const clock of byId("seats").querySelectorAll("[data-until]")) {
    if (clock instanceof HTMLElement) clock.textContent = sayLeft(Number(clock.dataset.until) - Date.now());
  }
}

/** @param {number} milliseconds */
function sayLeft(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds >= 172_800) return say("days", { n: Math.floor(seconds / 86_400) });
  const two = new Intl.NumberFormat(language(), { minimumIntegerDigits: 2 });
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two.format(minutes)}:${two.format(seconds % 60)}` : `${minutes}:${two.format(seconds % 60)}`;
}
