/**
 * A picture as it came: text, read as far as it takes to see which parts differ from those of another one. Building
 * elements is what costs time, so only what differs ever becomes any.
 *
 * @typedef {{tag: string, open: string, markup: string, parts: Part[]}} Part an element and those within it
 * @typedef {{style: string, root: Part}} Drawing
 */

/** The style of a picture goes on the page as a sheet of its own: inline styles are forbidden here. */
const STYLE = /<style>([^<]*)<\/style>/;
/** In attributes and texts of a picture `<` and `>` are always escaped. */
const TAG = /<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g;
const KNOWN = new Set(["svg", "title", "desc", "defs", "pattern", "g", "path", "rect", "circle", "text", "use"]);
const SVG = "http://www.w3.org/2000/svg";

/** @type {{createHTML(text: string): string}} the one place where text becomes a drawing, and it is our server's */
const policy = Reflect.get(globalThis, "trustedTypes")?.createPolicy("drawing", {
  createHTML: (/** @type {string} */ text) => text,
}) ?? { createHTML: (/** @type {string} */ text) => text };

/** @param {string} text @returns {Drawing} */
export function readDrawing(text) {
  const [whole, style] = STYLE.exec(text) ?? ["", ""];
  return { style: style ?? "", root: readParts(text.replace(whole, "")) };
}

/** @param {string} text @returns {Part} */
function readParts(text) {
  /** @type {{part: Part, from: number}[]} what is open, the outermost first */
  const open = [];
  for (const { 0: tag, 1: closes, 2: name = "", 3: closed, index } of text.matchAll(TAG)) {
    if (!KNOWN.has(name)) break;
    if (!closes) {
      const part = { tag: name, open: tag, markup: tag, parts: [] };
      open.at(-1)?.part.parts.push(part);
      open.push({ part, from: index });
    }
    if (!closes && !closed) continue;
    const ended = open.pop();
    if (ended?.part.tag !== name) break;
    ended.part.markup = text.slice(ended.from, index + tag.length);
    if (!open.length && name === "svg") return ended.part;
  }
  throw new Error("This is no picture.");
}

/** @param {string} markup of parts of a picture @returns {Element[]} */
export function buildElements(markup) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = policy.createHTML(markup);
  return [...holder.children];
}
