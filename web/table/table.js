/** The page of a match: brings its parts together, and keeps them at the newest version. */
import { BASE, matchPath, pagePath, read, Refusal, tolerate } from "../kit/api.js";
import { byId, fill, make } from "../kit/dom.js";
import { drawFrame } from "../kit/frame.js";
import { changeTicket } from "../kit/storage.js";
import { Stream } from "../kit/stream.js";
import { language, say } from "../kit/words.js";
import { drawActions } from "./actions.js";
import { Choices } from "./choices.js";
import { acceptInvitation } from "./invitation.js";
import { drawLobby } from "./lobby.js";
import { fetchDrawing, Picture } from "./picture.js";
import { ruleLink } from "./rules.js";
import { drawSeats, tick } from "./seats.js";
import { drawSheet } from "./sheet.js";
import { Session } from "./session.js";
import { Story } from "./story.js";

/**
 * @typedef {import('./session.js').Look} Look
 * @typedef {import('../kit/api.js').Schemas['GameAnswer']} GameAnswer
 */

const match = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** @type {Picture} */
let picture;
/** @type {Choices} */
let choices;
/** @type {Story} */
let story;
/** @type {GameAnswer | null} */
let game = null;
let drawn = "";
let newsSince = 0; // the version that was on the picture before the latest

const session = new Session(match, {
  onLook: (look, before) => void tolerate(show(look, before)),
  onOffers: showQuestion, // before anything else of its version was read
  onSending: drawSending,
});

async function start() {
  drawFrame(say("table"));
  picture = new Picture((thing, at) => choices.choose(thing, at));
  choices = new Choices(session, picture, attempt);
  story = new Story(session);
  setInterval(tick, 1000);
  addEventListener("hashchange", () => void attempt(enter));
  await attempt(() => session.resume());
  try {
    await enter();
  } catch (failure) {
    return showFailure(failure);
  }
  follow(session.look?.offers.version ?? 0);
  return undefined;
}

async function enter() {
  await acceptInvitation(match);
  await session.refresh();
}

/** @param {number} version */
function follow(version) {
  const stream = new Stream(`${matchPath(match)}/entries`, version, {
    token: () => session.token,
    onFrame: (frame) => {
      takeNews(JSON.parse(frame.data));
      void tolerate(session.refresh());
    },
    onState: (state) => {
      document.body.dataset.stream = state;
      if (state === "lost") notify(say("stream_lost"));
      else notify(null);
      if (state === "live") void tolerate(session.refresh());
    },
  });
  addEventListener("pagehide", () => stream.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  addEventListener("storage", (event) => event.key?.endsWith(match) && void tolerate(session.refresh()));
}

/** @param {{version: number, events: unknown[]}} entry */
function takeNews(entry) {
  if (entry.version > newsSince) choices.news.push(...entry.events);
}

/** @param {Look} look @param {Look | null} before */
async function show(look, before) {
  const { overview, offers } = look;
  delete document.body.dataset.refused;
  if (!before && session.own.length) changeTicket(match, (ticket) => void (ticket.game = overview.game));
  showQuestion(offers);
  drawSeats(look, session.own);
  drawSheet(look);
  drawActions(session, look, attempt);
  drawLobby(session, look);
  await Promise.all([drawPicture(look), tolerate(story.tell(offers.version)), readGame(overview.game).then(() => drawBar(look))]);
}

/** @param {Look['offers']} offers */
function showQuestion(offers) {
  document.body.dataset.version = String(offers.version);
  document.body.dataset.status = offers.status;
  choices.show(offers);
}

/** @param {Look} look */
async function drawPicture({ offers }) {
  const wanted = `${offers.version}-${offers.hash}`;
  if (drawn === wanted) return choices.place();
  const path = `${matchPath(match)}/table.svg?version=${offers.version}&lang=${language()}`;
  const drawing = await fetchDrawing(path, session.token).catch(noneIfRefused);
  const now = session.look?.offers;
  if (!drawing || !now || `${now.version}-${now.hash}` !== wanted) return undefined;
  drawn = wanted;
  newsSince = now.version;
  picture.show(drawing);
  place();
  choices.news = [];
  document.body.dataset.drawn = String(offers.version);
  return undefined;
}

/** @param {unknown} failure @returns {null} */
function noneIfRefused(failure) {
  if (failure instanceof Refusal) return null;
  throw failure;
}

/** @param {string} name */
async function readGame(name) {
  if (game) return;
  game = /** @type {GameAnswer} */ (await read(`${BASE}/games/${name}`));
  choices.clicks = game.layout.clicks;
  place();
}

/** Brings what can be chosen onto the picture, and into view. */
function place() {
  choices.place();
  picture.reveal(picture.svg?.querySelector(".legal") ?? undefined);
}

/** @param {Look} look */
function drawBar({ overview, offers }) {
  const name = game?.name ?? overview.game;
  const isOurs = offers.turn !== null && session.own.includes(offers.turn);
  document.title = `${isOurs ? `● ${say("your_turn")} · ` : ""}${name} · Grubenbuch`;
  const status = /** @type {import('../kit/words.js').Phrase} */ (`status_${overview.status}`);
  fill(
    byId("bar"),
    make("h1", {}, name),
    overview.notice.title ? make("span", { className: "match-title" }, overview.notice.title) : null,
    make("span", { className: "soft" }, overview.status === "running" ? say("round", { n: overview.round }) : say(status)),
    make(
      "nav",
      { "aria-label": say("this_match") },
      make("a", { href: pagePath(match, "history") }, say("history")),
      make("a", { href: pagePath(match, "audit") }, say("audit")),
      make("a", { href: `/rules/${overview.game}?lang=${language()}`, target: "_blank", rel: "noopener" }, say("rules")),
    ),
  );
}

/** Runs what may be refused, and says why it was. @param {() => Promise<void>} work */
async function attempt(work) {
  try {
    await work();
    notify(null);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    const { problem } = failure;
    if (failure.status === 412) notify(say("too_late"));
    else notify(failure.message || say("network_failed"), problem);
    await tolerate(session.refresh());
  }
}

/** @param {string | null} words @param {{rule?: string | undefined, rule_url?: string | undefined}} [rule] */
function notify(words, rule = {}) {
  fill(byId("notice"), words ? make("p", {}, words, " ", ruleLink(rule)) : null);
}

/** @param {boolean} waiting */
function drawSending(waiting) {
  notify(waiting ? say("sending_again") : null);
}

/** @param {unknown} failure */
function showFailure(failure) {
  if (!(failure instanceof Refusal)) throw failure;
  document.body.dataset.refused = String(failure.status);
  const isHidden = failure.status === 401 || failure.status === 403 || failure.status === 404;
  notify(isHidden ? say("no_match") : failure.message || say("network_failed"));
  fill(byId("bar"), make("h1", {}, say("table")), make("a", { className: "button", href: "/" }, say("home")));
  if (!isHidden) setTimeout(() => location.reload(), 4_000);
}

await start();
