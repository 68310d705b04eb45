/**
 * Makes a drawing on the page look like another one, and touches only what differs: most of a table stays, and is not
 * laid out and painted again.
 *
 * @typedef {import('./drawing.js').Part} Part
 */
import { buildElements } from "./drawing.js";

/** @param {Element} shown looks like `old` @param {Part} old @param {Part} fresh */
export function patch(shown, old, fresh) {
  if (old.markup === fresh.markup) return;
  if (!old.parts.length || !fresh.parts.length) return shown.replaceWith(...buildElements(fresh.markup));
  if (old.open !== fresh.open) dress(shown, fresh);
  patchParts(shown, old.parts, fresh.parts);
}

/** @param {Element} shown @param {Part} fresh */
function dress(shown, { open, tag }) {
  const wanted = /** @type {Element} */ (buildElements(`${open}</${tag}>`)[0]);
  for (const { name } of [...shown.attributes]) if (!wanted.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
}

/**
 * What stands alike at the beginning and at the end is the same thing, perhaps changed; what lies between is put anew.
 * @param {Element} shown @param {Part[]} old @param {Part[]} fresh
 */
function patchParts(shown, old, fresh) {
  const elements = [...shown.children];
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && areAlike(old.at(head), fresh.at(head))) head += 1;
  let tail = 0;
  while (tail < most - head && areAlike(old.at(-1 - tail), fresh.at(-1 - tail))) tail += 1;
  const follow = elements[old.length - tail] ?? null;
  for (const gone of elements.slice(head, old.length - tail)) gone.remove();
  for (const element of buildElements(markupOf(fresh.slice(head, fresh.length - tail)))) shown.insertBefore(element, follow);
  for (let at = 0; at < head; at += 1) patchPart(elements.at(at), old.at(at), fresh.at(at));
  for (let at = -1; at >= -tail; at -= 1) patchPart(elements.at(at), old.at(at), fresh.at(at));
}

/** @param {Element | undefined} shown @param {Part | undefined} old @param {Part | undefined} fresh */
function patchPart(shown, old, fresh) {
  if (shown && old && fresh) patch(shown, old, fresh);
}

/** @param {Part[]} parts */
const markupOf = (parts) => parts.map((part) => part.markup).join("");

/** @param {Part | undefined} one @param {Part | undefined} other */
function areAlike(one, other) {
  return one?.tag === other?.tag && nameOf(one) === nameOf(other);
}

const NAME = / data-(?:part|id)="([^"]*)"/;

/** @param {Part | undefined} part */
const nameOf = (part) => (part?.tag === "g" ? NAME.exec(part.open)?.[1] : undefined);
