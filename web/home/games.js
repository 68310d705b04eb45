/** A card for each game: its picture, what it is, and a match at one click. */
import { Refusal, pagePath } from "../kit/api.js";
import { make, fill } from "../kit/dom.js";
import { icon } from "../kit/icons.js";
import { playAgainstBots } from "../kit/opening.js";
import { Opponent } from "../kit/opponent.js";
import { getItem, setItem } from "../kit/storage.js";
import { language, say } from "../kit/words.js";
import { openTableDialog } from "./new_table.js";

/** @typedef {import('../kit/api.js').Schemas['GameListed']} GameListed */

const LEVEL = "grubenbuch.level";
const STYLE = "grubenbuch.style";

/** @param {Element} section @param {GameListed[]} games */
export function drawGames(section, games) {
  fill(
    section,
    make("h2", { className: "unseen" }, say("games")),
    make("ul", { className: "cards" }, games.map(cardOf)),
  );
}

/** @param {GameListed} game */
function cardOf(game) {
  const from = game.seats[0] ?? 2;
  const to = game.seats.at(-1) ?? from;
  return make(
    "li",
    { className: "card" },
    make("img", {
      className: "card-picture",
      src: new URL(`../pictures/${game.game}.${language()}.svg`, import.meta.url).pathname,
      alt: "",
      width: 800,
      height: 500,
      decoding: "async",
    }),
    make("h3", {}, game.name),
    make("p", { className: "about" }, game.about),
    make(
      "p",
      { className: "facts" },
      make("span", {}, icon("seats"), say("players_range", { from, to })),
      make("span", {}, icon("clock"), say("minutes", { n: game.minutes })),
    ),
    playForm(game),
    make(
      "p",
      { className: "card-links" },
      make("button", { type: "button", className: "quiet", onclick: () => openTableDialog(game) }, say("new_table")),
      make("a", { href: `/rules/${game.game}?lang=${language()}` }, say("rules")),
    ),
  );
}

/** @param {GameListed} game */
function playForm(game) {
  const seats = make(
    "select",
    {},
    game.seats.map((count) => make("option", { value: String(count) }, String(count))),
  );
  const opponent = new Opponent(game, () => Number(seats.value));
  opponent.choose(getItem(LEVEL), getItem(STYLE));
  seats.addEventListener("change", () => opponent.tell());
  const status = make("p", { className: "status", role: "status" });
  const button = make("button", { className: "main", "aria-label": say("play_now_of", { game: game.name }) }, say("play_now"));
  const form = make(
    "div",
    { className: "play" },
    make("label", {}, make("span", {}, say("players")), seats),
    make("label", {}, make("span", {}, say("opponents")), opponent.who),
    opponent.styleField,
    opponent.strength,
    button,
    status,
  );
  button.addEventListener("click", async () => {
    const { bot } = opponent;
    if (!bot) return;
    setItem(LEVEL, opponent.who.value);
    setItem(STYLE, opponent.style.value || null);
    button.disabled = true;
    fill(status, say("starting"));
    try {
      location.href = pagePath(await playAgainstBots(game.game, Number(seats.value), bot));
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      fill(status, failure.message || say("network_failed"));
      button.disabled = false;
    }
  });
  addEventListener("pageshow", () => {
    button.disabled = false;
    fill(status);
  });
  return form;
}
