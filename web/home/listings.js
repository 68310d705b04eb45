/** Tables with a free seat, and matches to watch; looked at again while the page is seen. */
import { BASE, pagePath, read, tolerate } from "../kit/api.js";
import { make, refill } from "../kit/dom.js";
import { say, sayAgo } from "../kit/words.js";

/** @typedef {import('../kit/api.js').Schemas['Listed']} Listed */

const AT_ONCE = 6;
const EVERY = 20_000;

/** @param {Element} open @param {Element} running @param {Map<string, string>} names */
export async function drawListings(open, running, names) {
  const draw = async () => {
    if (document.hidden) return;
    await Promise.all([drawListing(open, "open", names), drawListing(running, "running", names)]);
  };
  setInterval(() => void tolerate(draw()), EVERY);
  document.addEventListener("visibilitychange", () => void tolerate(draw()));
  await tolerate(draw());
}

/** @param {Element} section @param {"open" | "running"} status @param {Map<string, string>} names */
async function drawListing(section, status, names) {
  /** @type {Listed[]} */
  const matches = (await read(`${BASE}/matches?status=${status}${status === "open" ? "&free=true" : ""}&limit=${AT_ONCE}`)).matches;
  refill(
    section,
    make("h2", {}, say(status === "open" ? "now_open" : "now_running")),
    matches.length
      ? make("ul", { className: "rows" }, matches.map((match) => rowOf(match, names)))
      : make("p", { className: "empty" }, say(status === "open" ? "empty_open" : "empty_running")),
  );
}

/** @param {Listed} match @param {Map<string, string>} names */
function rowOf(match, names) {
  const game = names.get(match.game) ?? match.game;
  const isOpen = match.status === "open";
  return make(
    "li",
    {},
    make("span", { className: "row-title" }, make("strong", {}, game), match.notice.title ? ` ${match.notice.title}` : null),
    make("span", { className: "soft" }, isOpen ? seatsTaken(match) : say("round", { n: match.round })),
    make("span", { className: "soft" }, sayAgo(isOpen ? match.opened_at : match.touched_at)),
    make(
      "a",
      {
        className: "button",
        href: pagePath(match.match),
        "aria-label": say(isOpen ? "sit_down_at" : "watch_of", { game }),
        "data-key": match.match,
      },
      say(isOpen ? "sit_down" : "watch"),
    ),
  );
}

/** @param {Listed} match */
function seatsTaken(match) {
  const taken = match.seats.filter((seat) => seat !== "free").length;
  return say("seats_taken", { taken, all: match.seats.length });
}
