/**
 * What a book says, so that it can be read: what cannot be seen, or turns around what stands beside it, is written by
 * its number, as JSON may write it. Books come from anybody.
 */
import { make } from "../kit/dom.js";
import { say } from "../kit/words.js";

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** @param {unknown} text a forger may have put anything where a text belongs */
export function showUnseen(text) {
  return String(text).replace(UNSEEN, (letter) => (letter === "\n" ? letter : inHex(letter)));
}

/** @param {string} letter of one or two units */
const inHex = (letter) => Array.from({ length: letter.length }, (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

/** One line of a calculation: what it is, and what came out. @param {import('../kit/words.js').Phrase} name @param {string} value */
export function step(name, value) {
  return [make("dt", {}, say(name)), make("dd", {}, make("code", {}, showUnseen(value)))];
}
