/**
 * A picture as it came: text, read only as far as it takes to see which parts differ from those of another one. Reading
 * and building elements is what costs time, so what is alike is neither read nor built.
 *
 * @typedef {{style: string, root: Part}} Drawing
 */

/** The style of a picture goes on the page as a sheet of its own: inline styles are forbidden here. */
const STYLE = /<style>([^<]*)<\/style>/;
/** A picture holds nothing but these. */
const UNKNOWN = /<(?!\/?(?:svg|title|desc|defs|pattern|g|path|rect|circle|text|use)[ >/])/;
const SVG = "http://www.w3.org/2000/svg";

/** @type {{createHTML(text: string): string}} the one place where text becomes a drawing, and it is our server's */
const policy = Reflect.get(globalThis, "trustedTypes")?.createPolicy("drawing", {
  createHTML: (/** @type {string} */ text) => text,
}) ?? { createHTML: (/** @type {string} */ text) => text };

/** An element of a picture, and those within it. */
export class Part {
  /** @param {string} tag @param {string} open the tag with which it begins @param {string} markup all of it */
  constructor(tag, open, markup) {
    this.tag = tag;
    this.open = open;
    this.markup = markup;
    /** @type {Part[] | null} */
    this.read = null;
  }

  get parts() {
    this.read ??= readParts(this.markup.slice(this.open.length));
    return this.read;
  }
}

/** @param {string} text @returns {Drawing} */
export function readDrawing(text) {
  const [whole, style] = STYLE.exec(text) ?? ["", ""];
  const plain = text.replace(whole, "");
  const [root] = readParts(plain);
  if (root?.tag !== "svg" || UNKNOWN.test(plain)) throw new Error("This is no picture.");
  return { style: style ?? "", root };
}

/**
 * The elements that stand beside each other in a text, up to the end of what is around them. In attributes and texts of
 * a picture `<` and `>` are always escaped.
 * @param {string} text @returns {Part[]}
 */
function readParts(text) {
  const parts = [];
  let [depth, begin] = [0, 0];
  for (let from = text.indexOf("<"); from >= 0; from = text.indexOf("<", from + 1)) {
    const to = text.indexOf(">", from) + 1;
    const closes = text[from + 1] === "/";
    if (!to || (closes && depth === 0)) break;
    if (depth === 0) begin = from;
    if (closes) depth -= 1;
    else if (text[to - 2] !== "/") depth += 1;
    if (depth === 0) parts.push(partOf(text.slice(begin, to)));
  }
  return parts;
}

/** @param {string} markup */
function partOf(markup) {
  const open = markup.slice(0, markup.indexOf(">") + 1);
  return new Part(/^<(\w*)/.exec(open)?.[1] ?? "", open, markup);
}

/** @param {string} markup of parts of a picture @returns {Element[]} */
export function buildElements(markup) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = policy.createHTML(markup);
  return [...holder.children];
}
