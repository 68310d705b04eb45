/**
 * The picture of the table at a version, with what just changed lit up. Pictures of positions never change, so those
 * that were seen are kept for a while, and the neighbours are fetched before anyone asks for them.
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('../table/drawing.js').Drawing} Drawing
 */
import { language } from "../kit/words.js";
import { fetchDrawing, Picture } from "../table/picture.js";
import { Places } from "../table/places.js";
import { changesAt } from "./book.js";

const MOST_KEPT = 60;
const NEAR = 2; // versions on: whoever goes so far goes on
const AT_REST = 120; // milliseconds after a jump before its neighbours are fetched

export class Moments {
  /** @param {Book} book */
  constructor(book) {
    this.book = book;
    this.picture = new Picture(() => {});
    /** @type {Map<number, Promise<Drawing>>} the latest asked last */
    this.kept = new Map();
    this.wanted = 0;
    this.way = 1; // how far the last move went
    this.resting = 0;
    /** @type {Promise<void> | null} */
    this.showing = null;
    /** @type {import('../table/places.js').Places['clicks']} */
    this.clicks = {};
  }

  /**
   * Resolves once the version that is wanted last is shown. Whoever drags along sees what is fetched meanwhile: one
   * picture after the other, never a crowd of requests.
   * @param {number} version
   */
  show(version) {
    clearTimeout(this.resting);
    this.way = version - this.wanted;
    this.wanted = version;
    this.showing ??= this.catchUp().finally(() => {
      this.showing = null;
    });
    return this.showing;
  }

  async catchUp() {
    for (let version = 0; version !== this.wanted; ) {
      version = this.wanted;
      const drawing = await this.fetch(version).catch((failure) => {
        if (version === this.wanted) throw failure;
      });
      if (drawing) this.draw(drawing, version);
    }
    if (Math.abs(this.way) <= NEAR) this.fetchAhead([this.wanted + (this.way || 1)]);
    else this.resting = setTimeout(() => this.fetchAhead([this.wanted + 1, this.wanted - 1]), AT_REST);
  }

  /** @param {number[]} versions */
  fetchAhead(versions) {
    for (const version of versions) if (version >= 1 && version <= this.book.last) void this.fetch(version).catch(() => null);
  }

  /** @param {Drawing} drawing @param {number} version */
  draw(drawing, version) {
    this.picture.show(drawing);
    this.light(version);
    document.body.dataset.drawn = String(version);
  }

  /** @param {number} version @returns {Promise<Drawing>} */
  fetch(version) {
    const path = `${this.book.path}/table.svg?version=${version}&lang=${language()}`;
    const drawing = this.kept.get(version) ?? fetchDrawing(path, this.book.token);
    this.kept.delete(version);
    this.kept.set(version, drawing);
    drawing.catch(() => this.kept.delete(version));
    for (const old of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) break;
      this.kept.delete(old);
    }
    return drawing;
  }

  /** @param {number} version */
  light(version) {
    if (!this.picture.svg) return;
    const { events, commands } = changesAt(this.book, version);
    const places = new Places(this.clicks, this.picture.svg, null);
    const named = commands.flatMap((command) => [...places.of(/** @type {import('../table/places.js').Command} */ (command))]);
    const changed = new Set([...places.namedBy(events), ...named]);
    this.picture.mark("changed", changed);
    this.picture.reveal([...changed][0]);
  }
}
