/** Makes a drawing on the page look like another one, and touches only what differs. */

/** @param {Element} shown @param {Element} wanted */
export function patch(shown, wanted) {
  if (shown.isEqualNode(wanted)) return;
  for (const { name } of [...shown.attributes]) if (!wanted.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  patchChildren(shown, [...shown.childNodes], [...wanted.childNodes]);
}

/**
 * What stands alike at the beginning and at the end is the same thing, perhaps changed; what lies between is put anew.
 * @param {Element} parent @param {ChildNode[]} old @param {ChildNode[]} fresh
 */
function patchChildren(parent, old, fresh) {
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && areAlike(old[head], fresh[head])) head += 1;
  let tail = 0;
  while (tail < most - head && areAlike(old.at(-1 - tail), fresh.at(-1 - tail))) tail += 1;
  for (let at = 0; at < head; at += 1) patchNode(old[at], fresh[at]);
  for (let at = 1; at <= tail; at += 1) patchNode(old.at(-at), fresh.at(-at));
  const before = old[old.length - tail] ?? null;
  for (const gone of old.slice(head, old.length - tail)) gone.remove();
  for (const node of fresh.slice(head, fresh.length - tail)) parent.insertBefore(document.importNode(node, true), before);
}

/** @param {ChildNode | undefined} one @param {ChildNode | undefined} other */
function areAlike(one, other) {
  return one?.nodeName === other?.nodeName && nameOf(one) === nameOf(other);
}

/** @param {ChildNode | undefined} node */
function nameOf(node) {
  return node instanceof Element ? (node.getAttribute("data-id") ?? node.getAttribute("data-part") ?? "") : "";
}

/** @param {ChildNode | undefined} shown @param {ChildNode | undefined} wanted */
function patchNode(shown, wanted) {
  if (shown instanceof Element && wanted instanceof Element) patch(shown, wanted);
  else if (shown && wanted && shown.nodeValue !== wanted.nodeValue) shown.nodeValue = wanted.nodeValue;
}
