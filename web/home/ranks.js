/** Who plays best, game by game. */
import { BASE, read } from "../kit/api.js";
import { fill, make } from "../kit/dom.js";
import { language, say } from "../kit/words.js";

/**
 * @typedef {import('../kit/api.js').Schemas} Schemas
 * @typedef {Schemas['GameListed']} GameListed
 */

const BEST = 10;

/** @param {Element} section @param {GameListed[]} games */
export function drawRanks(section, games) {
  const table = make("div", { className: "ranks" });
  const game = make("select", {}, games.map((each) => make("option", { value: each.game }, each.name)));
  const kind = make(
    "select",
    {},
    make("option", { value: "people" }, say("ranks_people")),
    make("option", { value: "bots" }, say("ranks_bots")),
  );
  const draw = () => void drawBest(table, game.value, kind.value).catch(() => fill(table, say("network_failed")));
  game.addEventListener("change", draw);
  kind.addEventListener("change", draw);
  fill(
    section,
    make("h2", {}, say("leaderboards")),
    make("div", { className: "choices" }, make("label", {}, make("span", {}, say("game")), game), make("label", {}, make("span", {}, say("players")), kind)),
    table,
  );
  draw();
}

/** @param {Element} place @param {string} game @param {string} kind */
async function drawBest(place, game, kind) {
  /** @type {Schemas['LeaderboardAnswer']} */
  const board = await read(`${BASE}/leaderboards/${game}?kind=${kind}&limit=${BEST}`);
  if (!board.ranked.length) return fill(place, make("p", { className: "empty" }, say("empty_ranks")));
  const format = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 });
  fill(
    place,
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, heading("rank"), heading("player"), heading("rating"), heading("wins"))),
      make(
        "tbody",
        {},
        board.ranked.map((each) =>
          make(
            "tr",
            {},
            make("td", {}, each.rank),
            make("th", { scope: "row" }, each.player),
            make("td", {}, format.format(each.rating)),
            make("td", {}, `${each.wins} / ${each.matches}`),
          ),
        ),
      ),
    ),
  );
}

/** @param {import('../kit/words.js').Phrase} phrase */
const heading = (phrase) => make("th", { scope: "col" }, say(phrase));
