/** Canonical JSON: the one way in which a book may write something, so that a hash covers all of it. */

/** There is no canonical way to write this. */
export class NotCanonical extends Error {}

/** @param {unknown} value @returns {string} */
export function encodeCanonical(value) {
  if (Array.isArray(value)) return `[${value.map(encodeCanonical).join(",")}]`;
  if (typeof value === "object" && value !== null) return encodeObject(/** @type {Record<string, unknown>} */ (value));
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new NotCanonical(String(value));
  return JSON.stringify(value);
}

/** @param {Record<string, unknown>} value */
function encodeObject(value) {
  const names = Object.keys(value).sort(compareCodePoints);
  return `{${names.map((name) => `${JSON.stringify(name)}:${encodeCanonical(value[name])}`).join(",")}}`;
}

/** JavaScript would compare halves of code points. @param {string} one @param {string} other */
function compareCodePoints(one, other) {
  const [left, right] = [[...one], [...other]];
  const place = left.findIndex((letter, index) => letter !== right[index]);
  if (place < 0) return left.length - right.length;
  return (left[place]?.codePointAt(0) ?? -1) - (right[place]?.codePointAt(0) ?? -1);
}
