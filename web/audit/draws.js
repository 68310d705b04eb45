/** A draw explained step by step, so that one understands why nobody could have chosen it. */
import { make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { keyOf, repeatDraw } from "./luck.js";
import { showUnseen, step } from "./plain.js";

/**
 * @typedef {import('./luck.js').Luck} Luck
 * @typedef {import('./luck.js').Draw} Draw
 */

/** @param {Luck} luck @param {Draw[]} draws of one entry */
export async function explainDraws(luck, draws) {
  if (luck.seed === null) return make("p", {}, say("luck_sealed", { n: draws.length }), " ", make("code", {}, luck.commitment));
  const key = await keyOf(luck);
  const parts = await Promise.all(draws.map((draw) => explainDraw(luck, key, draw)));
  const isSpoken = luck.words.some((words) => words !== "");
  return make(
    "section",
    { className: "luck-told" },
    make("h3", {}, say("luck_title", { n: draws.length })),
    make("ol", {}, make("li", {}, say("luck_promise"), " ", make("code", {}, luck.commitment)), make("li", {}, say(isSpoken ? "luck_words" : "luck_no_words"), " ", make("code", {}, showUnseen(JSON.stringify(luck.words)))), make("li", {}, say("luck_seed"), " ", make("code", {}, luck.seed)), make("li", {}, say("luck_key"))),
    make("p", {}, say("luck_counted")),
    parts,
    make("p", {}, say(isSpoken ? "luck_why" : "luck_seed_alone")),
  );
}

/** @param {Luck} luck @param {Uint8Array<ArrayBuffer>} key @param {Draw} draw */
async function explainDraw(luck, key, draw) {
  const { value, attempts } = await repeatDraw(luck, key, draw);
  const good = value === BigInt(draw.value);
  return make(
    "dl",
    { className: "steps draw", "data-draw": draw.number },
    attempts.flatMap((attempt) => [
      ...step("draw_message", attempt.message),
      ...step(attempt.tooHigh ? "draw_too_high" : "draw_number", attempt.hex),
    ]),
    ...step("draw_rest", `… mod ${draw.bound} = ${value}`),
    make("dd", { className: good ? "good" : "bad" }, say(good ? "draw_fits" : "draw_differs", { value: draw.value, bound: draw.bound })),
  );
}
