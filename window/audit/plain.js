/**
 * What a book says, so that it can be read: what cannot be seen, or turns around what stands beside it, is written by
 * its number, as JSON may write it. Books come from anybody.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** @param {unknown} text a forger may have put anything where a text belongs */
export function showUnseen(text) {
  return String(text).replace(UNSEEN, (letter) => (letter === "\n" ? letter : inHex(letter)));
}

/** @param {string} letter of one or two units */
const inHex = (letter) => Array.from({ length: letter.length }, (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
