/** The page of the history of a match: any moment of it, and what one can do from there. */
import { BASE, pagePath, read, Refusal, tolerate } from "../kit/api.js";
import { byId, fill, make } from "../kit/dom.js";
import { drawFrame } from "../kit/frame.js";
import { Stream } from "../kit/stream.js";
import { language, say } from "../kit/words.js";
import { acceptInvitation } from "../table/invitation.js";
import { Book } from "./book.js";
import { TimeLine } from "./line.js";
import { Moment, momentLink } from "./moment.js";
import { Moments } from "./moments.js";
import { Review } from "./review.js";
import { Telling } from "./telling.js";
import { drawTurning } from "./turning.js";

/** @typedef {import('../kit/api.js').Schemas['GameAnswer']} GameAnswer */

const SETTLED = 200; // milliseconds at one moment before the rest of the page follows

const match = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const book = new Book(match);
/** @type {TimeLine} */
let line;
/** @type {Moments} */
let moments;
/** @type {Moment} */
let moment;
/** @type {Telling} */
let telling;
/** @type {Review} */
let review;
let shown = 0;
let settling = 0;

async function start() {
  drawFrame(say("history"));
  const asked = versionAsked();
  try {
    await acceptInvitation(match);
    await book.refresh();
  } catch (failure) {
    return showFailure(failure);
  }
  line = new TimeLine(book, go);
  moments = new Moments(book);
  moment = new Moment(book);
  telling = new Telling(book, (version) => line.move(version));
  review = new Review(book, (version) => line.move(version));
  line.at = Math.min(asked ?? book.last, book.last);
  draw();
  void tolerate(readGame());
  addEventListener("hashchange", () => line.move(versionAsked() ?? shown));
  await line.step(line.at);
  if (!isOver()) follow();
  return undefined;
}

/** A link to a moment says `#version=70`. */
function versionAsked() {
  const said = new URLSearchParams(location.hash.slice(1)).get("version") ?? "";
  return /^[1-9]\d{0,8}$/.test(said) ? Number(said) : null;
}

/** Whatever depends on the whole book. */
function draw() {
  document.body.dataset.last = String(book.last);
  drawBar();
  line.draw();
  telling.draw();
  drawTurning(book, (version) => line.move(version));
  review.draw();
}

/** The server draws while the page does the rest. @param {number} version */
async function go(version) {
  const isNew = version !== shown;
  const showing = moments.show(version);
  shown = version;
  document.body.dataset.version = String(version);
  telling.show(version);
  clearTimeout(settling);
  settling = setTimeout(() => settle(version, isNew), SETTLED);
  await showing.then(
    () => notify(null),
    (failure) => {
      if (!(failure instanceof Refusal)) throw failure;
      notify(failure.message || say("network_failed"));
    },
  );
}

/** Browsers refuse addresses that change too often, and nobody wants to hear of moments that flew by. @param {number} version @param {boolean} isNew */
function settle(version, isNew) {
  history.replaceState(null, "", momentLink(match, version));
  void moment.show(version);
  review.show(version);
  if (isNew) fill(byId("news"), book.linesOf(version).map((each) => make("p", {}, each.text)));
}

async function readGame() {
  const overview = book.overview;
  if (!overview) return;
  const game = /** @type {GameAnswer} */ (await read(`${BASE}/games/${overview.game}`));
  moments.clicks = game.layout.clicks;
  fill(byId("bar").querySelector("h1") ?? byId("bar"), game.name);
  document.title = `${say("history")} · ${game.name} · Grubenbuch`;
  moments.light(shown);
}

const isOver = () => book.overview?.status === "finished" || book.overview?.status === "abandoned" || book.overview?.imported;

/** Entries that come make the line longer; whoever stands at its end goes along. */
function follow() {
  let growing = Promise.resolve();
  const grow = async () => {
    const wasAtEnd = line.at === book.last && !line.playing;
    await book.refresh();
    draw();
    if (wasAtEnd) await line.step(book.last);
  };
  const stream = new Stream(`${book.path}/entries`, book.last, {
    token: () => book.token,
    onFrame: (frame) => {
      if (Number(frame.id) > book.last) growing = growing.then(() => /** @type {Promise<void>} */ (tolerate(grow())));
    },
    onState: (state) => notify(state === "lost" ? say("stream_lost") : null),
  });
  addEventListener("pagehide", () => stream.close());
}

function drawBar() {
  const { overview } = book;
  if (!overview) return;
  const { parent } = overview;
  fill(
    byId("bar"),
    make("h1", {}, byId("bar").querySelector("h1")?.textContent ?? overview.game),
    make("span", { className: "soft" }, say("history_of")),
    parent ? make("a", { href: `${pagePath(parent.match, "history")}#version=${parent.version}` }, say("forked_from", { version: parent.version })) : null,
    make(
      "nav",
      { "aria-label": say("this_match") },
      make("a", { href: pagePath(match) }, say("back_to_table")),
      make("a", { href: pagePath(match, "audit") }, say("audit")),
      make("a", { href: `/rules/${overview.game}?lang=${language()}`, target: "_blank", rel: "noopener" }, say("rules")),
    ),
  );
}

/** @param {string | null} words */
function notify(words) {
  fill(byId("notice"), words ? make("p", {}, words) : null);
}

/** @param {unknown} failure */
function showFailure(failure) {
  if (!(failure instanceof Refusal)) throw failure;
  document.body.dataset.refused = String(failure.status);
  const isHidden = failure.status === 401 || failure.status === 403 || failure.status === 404;
  notify(isHidden ? say("no_match") : failure.message || say("network_failed"));
  fill(byId("bar"), make("h1", {}, say("history")), make("a", { className: "button", href: "/" }, say("home")));
}

await start();
