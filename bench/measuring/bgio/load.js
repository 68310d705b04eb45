// node load.js PORT MATCHES SECONDS: a socket for each match; each sends a move and waits until it has come back.
const { io } = require("socket.io-client");
const { game } = require("./game.js");

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const WARM_UP = 1000; // milliseconds
const waits = [];
let measuring = false;
let over = false;

function join(number) {
  return new Promise((joined, failed) => {
    const socket = io(`http://127.0.0.1:${port}/${game.name}`, { transports: ["websocket"], forceNew: true });
    const match = `m${number}`;
    let state, sent, cell = number;
    const move = () => {
      sent = process.hrtime.bigint();
      cell += 1;
      const payload = { type: "fill", args: [cell % 9], playerID: "0", credentials: undefined };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state, match, "0");
    };
    socket.on("connect", () => socket.emit("sync", match, "0", undefined, 2));
    socket.on("connect_error", failed);
    socket.on("sync", (_, about) => {
      state = about.state._stateID;
      joined({ socket, move });
    });
    socket.on("update", (_, now) => {
      if (now._stateID <= state) return;
      state = now._stateID;
      if (measuring) waits.push(Number(process.hrtime.bigint() - sent) / 1e6);
      if (!over) move();
    });
  });
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const percentile = (part) => waits[Math.min(waits.length - 1, Math.floor(part * waits.length))];

async function main() {
  const joined = [];
  for (let number = 0; number < matches; number += 1) joined.push(await join(number));
  joined.forEach(({ move }) => move());
  await pause(WARM_UP);
  console.log("begin");
  measuring = true;
  const began = process.hrtime.bigint();
  await pause(seconds * 1000);
  measuring = false;
  const took = Number(process.hrtime.bigint() - began) / 1e9;
  over = true;
  waits.sort((one, other) => one - other);
  console.log(JSON.stringify({ moves: waits.length, took, p50: percentile(0.5), p99: percentile(0.99) }));
  process.exit(0);
}

main();
