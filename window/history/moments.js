/**
 * The picture of the table at a version, with what just changed lit up. Pictures of positions never change, so those
 * that were seen are kept for a while, and the neighbours are fetched before anyone asks for them.
 *
 * @typedef {import('./book.js').Book} Book
 */
import { language } from "../kit/words.js";
import { fetchPicture, Picture } from "../table/picture.js";
import { Places } from "../table/places.js";
import { changesAt } from "./book.js";

const MOST_KEPT = 40;

export class Moments {
  /** @param {Book} book */
  constructor(book) {
    this.book = book;
    this.picture = new Picture(() => {});
    /** @type {Map<number, Promise<SVGSVGElement>>} the latest asked last */
    this.kept = new Map();
    this.wanted = 0;
    /** @type {import('../table/places.js').Places['clicks']} */
    this.clicks = {};
  }

  /** Shows a version, unless another one is wanted by then. @param {number} version @param {number} direction */
  async show(version, direction) {
    this.wanted = version;
    const svg = await this.fetch(version);
    if (this.wanted !== version) return;
    if (this.picture.svg !== svg) this.picture.show(svg);
    this.light(svg, version);
    document.body.dataset.drawn = String(version);
    const next = version + direction;
    if (next >= 1 && next <= this.book.last) void this.fetch(next).catch(() => null);
  }

  /** @param {number} version @returns {Promise<SVGSVGElement>} */
  fetch(version) {
    const path = `${this.book.path}/table.svg?version=${version}&lang=${language()}`;
    const svg = this.kept.get(version) ?? fetchPicture(path, this.book.token);
    this.kept.delete(version);
    this.kept.set(version, svg);
    svg.catch(() => this.kept.delete(version));
    for (const old of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) break;
      this.kept.delete(old);
    }
    return svg;
  }

  /** @param {SVGSVGElement} svg @param {number} version */
  light(svg, version) {
    const { events, commands } = changesAt(this.book, version);
    const places = new Places(this.clicks, svg, null);
    const named = commands.flatMap((command) => [...places.of(/** @type {import('../table/places.js').Command} */ (command))]);
    const changed = new Set([...places.namedBy(events), ...named]);
    this.picture.mark("changed", changed);
    this.picture.reveal([...changed][0]);
  }
}
