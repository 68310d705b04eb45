/** One line of a calculation: what it is, and what came out. */
import { make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { showUnseen } from "./plain.js";

/** @param {import('../kit/words.js').Phrase} name @param {string} value */
export function step(name, value) {
  return [make("dt", {}, say(name)), make("dd", {}, make("code", {}, showUnseen(value)))];
}
