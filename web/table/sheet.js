/** The score sheet: a row for each category, a column for each seat, and the rule behind each row. */
import { byId, make, refill } from "../kit/dom.js";
import { seatSign } from "../kit/icons.js";
import { say } from "../kit/words.js";
import { ruleLink } from "./rules.js";

/** @typedef {import('./session.js').Look} Look */

/** @param {Look} look */
export function drawSheet({ overview, score }) {
  const place = byId("sheet");
  if (!score?.lines.length) return refill(place);
  const isOpen = place.querySelector("details")?.open ?? score.final;
  const seats = overview.seats.map((seat) => seat.seat);
  const categories = [...new Map(score.lines.map((line) => [line.category, line])).values()];
  const points = (/** @type {string} */ category, /** @type {number} */ seat) =>
    score.lines.filter((line) => line.category === category && line.seat === seat).reduce((sum, line) => sum + line.points, 0);
  return refill(
    place,
    make(
      "details",
      { open: isOpen },
      make("summary", { "data-key": "sheet" }, say(score.final ? "sheet_final" : "sheet_now")),
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("category")), overview.seats.map(({ seat, name }) => make("th", { scope: "col" }, seatSign(seat), make("span", { className: "unseen" }, name))))),
        make(
          "tbody",
          {},
          categories.map((line) => make("tr", {}, make("th", { scope: "row" }, line.label, " ", ruleLink(line)), seats.map((seat) => make("td", {}, points(line.category, seat))))),
          make("tr", { className: "total" }, make("th", { scope: "row" }, make("b", {}, say("total"))), seats.map((seat) => make("td", {}, score.totals[seat] ?? 0))),
        ),
      ),
    ),
  );
}
