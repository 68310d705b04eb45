/** The home page: what can be played, what is being played, who leads, and where files are checked. */
import { BASE, read } from "../kit/api.js";
import { byId, fill, make } from "../kit/dom.js";
import { drawFrame } from "../kit/frame.js";
import { say } from "../kit/words.js";
import { drawFiles } from "./files.js";
import { drawGames } from "./games.js";
import { drawListings } from "./listings.js";
import { drawRanks } from "./ranks.js";
import { drawYours } from "./yours.js";

/** @typedef {import('../kit/api.js').Schemas['GameListed']} GameListed */

async function start() {
  drawFrame("");
  fill(byId("hero"), make("h1", {}, say("hero_title")), make("p", { className: "lead" }, say("hero_lead")));
  drawFiles(byId("files"));
  const games = await readGames();
  drawGames(byId("games"), games);
  const names = new Map(games.map((game) => [game.game, game.name]));
  drawRanks(byId("ranks"), games);
  await Promise.all([drawYours(byId("yours"), names), drawListings(byId("open"), byId("running"), names)]);
}

/** @returns {Promise<GameListed[]>} */
async function readGames() {
  for (;;) {
    try {
      return (await read(`${BASE}/games`)).games;
    } catch {
      await new Promise((again) => {
        fill(
          byId("games"),
          make("p", { role: "alert" }, say("network_failed")),
          make("button", { type: "button", onclick: again }, say("try_again")),
        );
      });
    }
  }
}

await start();
