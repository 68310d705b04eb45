/**
 * What else may be done, as the API offers it to whoever asks: going back and bringing back, votes, pauses, giving up;
 * before the start sitting down, leaving, bots and the start itself.
 *
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('./session.js').Look} Look
 * @typedef {import('../kit/api.js').Schemas['Action']} Action
 */
import { byId, make, refill } from "../kit/dom.js";
import { playerName } from "../kit/storage.js";
import { say } from "../kit/words.js";
import { ruleLink } from "./rules.js";

const ASKED_TWICE = new Set(["resign", "cancel_match", "renew_token"]);
const MAIN = new Set(["start_match", "answer_undo", "answer_pause", "take_seat", "rematch"]);
const WAYS_AT_ONCE = 1;

/** @param {Session} session @param {Look} look @param {(work: () => Promise<void>) => Promise<void>} attempt */
export function drawActions(session, { overview }, attempt) {
  const ways = overview.actions.filter((action) => action.operation === "undo");
  const bots = overview.actions.filter((action) => action.operation === "seat_bot");
  const rare = overview.actions.filter((action) => action.operation === "renew_token");
  const folds = [...bots, ...ways, ...rare];
  // the history has the review, and offers it
  const others = overview.actions.filter((action) => !folds.includes(action) && action.operation !== "ask_review");
  const button = (/** @type {Action} */ action) => actionButton(session, action, attempt);
  const hasSeats = others.some((action) => action.operation === "take_seat");
  refill(
    byId("actions"),
    overview.waits_for.kind === "vote" ? make("p", { role: "status" }, overview.waits_for.words) : null,
    overview.waits_for.pause ? make("p", { role: "status" }, overview.waits_for.pause.words) : null,
    hasSeats ? nameField() : null,
    make("div", { className: "action-list" }, others.map(button), ways.slice(0, WAYS_AT_ONCE).map(button)),
    folded("seat_bots", bots.map(button)),
    folded("further_back", ways.slice(WAYS_AT_ONCE).map(button)),
    folded("more_actions", rare.map(button)),
    barredWays(overview),
  );
}

/** @param {"seat_bots" | "further_back" | "more_actions"} phrase @param {HTMLElement[]} buttons */
function folded(phrase, buttons) {
  if (!buttons.length) return null;
  return make("details", {}, make("summary", {}, say(phrase)), make("div", { className: "action-list" }, buttons));
}

/** @param {Session} session @param {Action} action @param {(work: () => Promise<void>) => Promise<void>} attempt */
function actionButton(session, action, attempt) {
  const run = async () => {
    if (ASKED_TWICE.has(action.operation) && !(await confirmed(action.label))) return;
    for (const each of document.querySelectorAll("#actions button")) each.toggleAttribute("disabled", true);
    const call = { method: action.method, path: action.path };
    await attempt(() =>
      action.operation === "rematch" ? session.playAgain(call) : session.deliver({ ...call, body: bodyOf(action) }),
    );
  };
  return make(
    "button",
    {
      type: "button",
      className: MAIN.has(action.operation) ? "main" : "",
      "data-key": JSON.stringify([action.operation, action.path, action.body]),
      "data-operation": action.operation,
      onclick: () => void run(),
    },
    action.label,
  );
}

/** @param {Action} action */
function bodyOf(action) {
  if (action.operation !== "take_seat") return action.body ?? undefined;
  const name = playerName.get();
  return name ? { ...action.body, name } : (action.body ?? {});
}

function nameField() {
  const field = make("input", { value: playerName.get(), maxLength: 40, autocomplete: "off", "data-key": "name" });
  field.addEventListener("input", () => playerName.set(field.value.trim()));
  return make("label", { className: "name-field" }, make("span", {}, say("your_name")), field);
}

/** @param {Look['overview']} overview */
function barredWays(overview) {
  if (!overview.barred_actions.length || overview.status !== "running") return null;
  return make(
    "details",
    { className: "barred-list" },
    make("summary", {}, say("barred_actions", { n: overview.barred_actions.length })),
    make("ul", {}, overview.barred_actions.map((action) => make("li", {}, make("b", {}, action.label), " ", action.words, " ", ruleLink(action)))),
  );
}

/** @param {string} words @returns {Promise<boolean>} */
function confirmed(words) {
  return new Promise((decide) => {
    const close = (/** @type {boolean} */ yes) => {
      decide(yes);
      dialog.close();
    };
    const dialog = make(
      "dialog",
      { className: "dialog", "aria-labelledby": "sure" },
      make("h2", { id: "sure" }, words),
      make("p", {}, say("sure")),
      make(
        "p",
        { className: "dialog-actions" },
        make("button", { type: "button", onclick: () => close(false) }, say("cancel")),
        make("button", { type: "button", className: "main", onclick: () => close(true) }, words),
      ),
    );
    dialog.addEventListener("close", () => {
      decide(false);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
