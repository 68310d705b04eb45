// node server.js PORT memory|files FOLDER MATCHES: a server of boardgame.io with the matches m0, m1 …
process.env.NODE_ENV = "production";
const { Server, FlatFile } = require("boardgame.io/server");
const { Client } = require("boardgame.io/client");
const { game } = require("./game.js");

const [port, kept, folder, matches] = [+process.argv[2], process.argv[3], process.argv[4], +process.argv[5]];

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
  await server.run({ port, lobbyConfig: { apiPort: port + 1 }, callback: () => console.log("ready") });
}

main();
