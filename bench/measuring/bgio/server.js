// node server.js PORT LOBBY memory|files FOLDER MATCHES: a server of boardgame.io with the matches m0, m1 …
process.env.NODE_ENV = "production";
const { Server, FlatFile } = require("boardgame.io/server");
const { Client } = require("boardgame.io/client");
const { game } = require("./game.js");

const [port, lobby, kept, folder, matches] = process.argv.slice(2).map((word, at) => ([0, 1, 4].includes(at) ? +word : word));

async function open(db) {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  const { deltalog, ...state } = client.store.getState();
  for (let number = 0; number < matches; number += 1) {
    const metadata = { gameName: game.name, unlisted: true, players: { 0: { id: 0 }, 1: { id: 1 } } };
    const now = Date.now();
    await db.createMatch(`m${number}`, { initialState: state, metadata: { ...metadata, createdAt: now, updatedAt: now } });
    await db.setState(`m${number}`, state, []);
  }
}

async function main() {
  const store = kept === "files" ? { db: new FlatFile({ dir: folder }) } : {};
  const server = Server({ games: [game], origins: ["*"], ...store });
  await server.db.connect();
  await open(server.db);
  // The lobby has a port of its own, which nobody calls.
  await server.run({ port, lobbyConfig: { apiPort: lobby }, callback: () => console.log("ready") });
}

main();
