/**
 * The table as a picture. The server draws it; here it is put into the page, marked and made clickable. It knows no
 * moves: what is legal, chosen, barred or changed comes as sets of its things.
 *
 * @typedef {import('./drawing.js').Drawing} Drawing
 * @typedef {"legal" | "chosen" | "barred" | "changed"} Mark
 */
import { ask, textOf } from "../kit/api.js";
import { byId, fill, make } from "../kit/dom.js";
import { getItem, setItem } from "../kit/storage.js";
import { say } from "../kit/words.js";
import { buildElements, readDrawing } from "./drawing.js";
import { Parts } from "./parts.js";
import { patch } from "./patch.js";

const MARKS = /** @type {const} */ (["legal", "chosen", "barred", "changed"]);
const ZOOM = "grubenbuch.zoom";
const ZOOMS = [1, 1.5, 2, 3, 4];
const NARROW = 700; // pixels
const LEGIBLE = 1_200; // pixels: in a picture as wide as that the smallest letters can be read

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/**
 * A picture of a version, which never changes: the browser may have kept it.
 * @param {string} path @param {string | null} token
 * @returns {Promise<Drawing>}
 */
export async function fetchDrawing(path, token) {
  return readDrawing(await textOf(await ask("GET", path, undefined, { token, headers: { Accept: "image/svg+xml" }, cache: "default" })));
}

export class Picture {
  /** @param {(thing: Element, at: {x: number, y: number}) => void} onChoose */
  constructor(onChoose) {
    this.onChoose = onChoose;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Drawing | null} */
    this.drawing = null;
    /** @type {SVGSVGElement | null} the table as it would be, over the picture of the present */
    this.ahead = null;
    this.frame = make("div", { className: "picture", tabIndex: 0, role: "region", "aria-label": say("table") });
    this.aheadSign = make("p", { className: "ahead-sign", hidden: true, "aria-hidden": "true" }, say("would_happen"));
    this.zoom = 1;
    this.frame.addEventListener("click", (event) => this.click(event));
    this.parts = new Parts((part) => this.reveal(part));
    fill(byId("stage"), this.frame, this.aheadSign, make("div", { className: "picture-tools" }, this.tools(), this.parts.list));
    new ResizeObserver(() => this.setZoom(this.wantedZoom())).observe(byId("stage"));
    this.setZoom(this.wantedZoom());
  }

  /** As chosen, else as large as it takes to read it, as long as the screen is narrow. */
  wantedZoom() {
    const chosen = Number(getItem(ZOOM));
    if (ZOOMS.includes(chosen)) return chosen;
    if (innerWidth >= NARROW) return 1;
    return ZOOMS.find((zoom) => zoom * this.frame.clientWidth >= LEGIBLE) ?? 4;
  }

  tools() {
    const step = (/** @type {number} */ by) => {
      const at = ZOOMS.findIndex((zoom) => zoom >= this.zoom);
      const zoom = ZOOMS[Math.min(Math.max(at + by, 0), ZOOMS.length - 1)] ?? 1;
      setItem(ZOOM, String(zoom));
      this.setZoom(zoom);
    };
    return make(
      "div",
      { className: "zoom", role: "group", "aria-label": say("zoom") },
      make("button", { type: "button", "aria-label": say("zoom_out"), onclick: () => step(-1) }, "−"),
      make("button", { type: "button", "aria-label": say("zoom_in"), onclick: () => step(1) }, "+"),
    );
  }

  /** @param {number} zoom */
  setZoom(zoom) {
    if (zoom === this.zoom && this.frame.style.length) return;
    const { scrollLeft, scrollTop, scrollWidth, clientWidth, clientHeight } = this.frame;
    const middle = (scrollLeft + clientWidth / 2) / Math.max(scrollWidth, 1);
    const grown = zoom / this.zoom;
    this.zoom = zoom;
    this.parts.list.hidden = zoom === 1;
    this.frame.style.setProperty("--zoom", String(zoom));
    this.frame.classList.toggle("zoomed", zoom > 1);
    this.frame.scrollLeft = middle * this.frame.scrollWidth - clientWidth / 2;
    this.frame.scrollTop = (scrollTop + clientHeight / 2) * grown - clientHeight / 2;
  }

  /** @param {Drawing} drawing */
  show(drawing) {
    this.lookBack();
    const before = this.drawing;
    this.drawing = drawing;
    if (before?.style !== drawing.style) sheet.replaceSync(drawing.style);
    if (this.svg && before) {
      for (const mark of MARKS) this.mark(mark, []);
      patch(this.svg, before.root, drawing.root);
    } else {
      this.svg = /** @type {SVGSVGElement} */ (buildElements(drawing.root.markup)[0]);
      fill(this.frame, this.svg);
    }
    this.parts.show(this.svg);
  }

  /**
   * Lays the table as it would be over the present one, which stays as it is and keeps all clicks.
   * @param {Drawing} drawing @returns {SVGSVGElement | null}
   */
  lookAhead(drawing) {
    this.lookBack();
    if (!this.svg || !this.drawing) return null;
    const ahead = /** @type {SVGSVGElement} */ (this.svg.cloneNode(true));
    for (const marked of ahead.querySelectorAll("[class]")) unmark(marked, MARKS);
    patch(ahead, this.drawing.root, drawing.root);
    ahead.classList.add("ahead");
    ahead.setAttribute("aria-hidden", "true"); // it is told in words beside it
    this.ahead = ahead;
    this.frame.append(ahead);
    this.aheadSign.hidden = false;
    return ahead;
  }

  /** To the present. */
  lookBack() {
    this.ahead?.remove();
    this.ahead = null;
    this.aheadSign.hidden = true;
  }

  /** @param {Mark} mark @param {Iterable<Element>} things */
  mark(mark, things) {
    const marked = new Set(things);
    for (const before of this.svg?.querySelectorAll(`.${mark}`) ?? []) {
      if (!marked.has(before)) unmark(before, [mark]);
    }
    for (const thing of marked) thing.classList.add(mark);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = meantBy(event);
    if (!target) return;
    const frame = this.frame.getBoundingClientRect();
    this.onChoose(target, { x: event.clientX - frame.left, y: event.clientY - frame.top });
  }

  /** Brings a thing into view where the picture is larger than its frame. @param {Element | undefined} thing */
  reveal(thing) {
    if (!thing || this.zoom === 1) return;
    const frame = this.frame.getBoundingClientRect();
    const box = thing.getBoundingClientRect();
    if (box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom) return;
    this.frame.scrollLeft += offsetOf(box.left - frame.left, box.width, frame.width);
    this.frame.scrollTop += offsetOf(box.top - frame.top, box.height, frame.height);
  }
}

/** The class goes with its last mark, so that a thing looks as it was drawn. @param {Element} thing @param {readonly Mark[]} marks */
function unmark(thing, marks) {
  thing.classList.remove(...marks);
  if (!thing.classList.length) thing.removeAttribute("class");
}

/** To the middle of what has room, to the beginning of what is larger. @param {number} at @param {number} size @param {number} room */
const offsetOf = (at, size, room) => (size > room ? at : at + (size - room) / 2);

const MEANT = ".legal, .barred";

/** What can be chosen where somebody clicked; pieces that lie upon it do not keep the click. @param {MouseEvent} event */
function meantBy(event) {
  const hit = event.target instanceof Element ? event.target.closest(MEANT) : null;
  if (hit) return hit;
  const below = document.elementsFromPoint(event.clientX, event.clientY).map((element) => element.closest(MEANT));
  return below.find((element) => element !== null) ?? null;
}
