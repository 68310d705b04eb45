/**
 * The edition that a file brings along: is it the one on which the match was opened?
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').Fault} Fault
 */
import { encodeCanonical } from "./canonical.js";
import { sha256 } from "./hash.js";

const DIGITS_IN_ID = 16; // of the digest, behind the name and an @

/** @param {Book} book */
export const bringsEdition = (book) => book.header?.board !== undefined;

/**
 * The first entry names the SHA-256 of the canonical form; the id names the beginning of it.
 * @param {Book} book @returns {Promise<Fault | null>}
 */
export async function checkEdition({ header, entries }) {
  const opened = entries[0]?.events[0];
  if (!opened || header?.board === undefined) return null;
  const found = await sha256(encodeCanonical(header.board));
  if (found !== opened.edition_digest) {
    return { entry: 1, why: "fault_edition", expected: String(opened.edition_digest), found };
  }
  const { edition } = /** @type {{edition?: unknown}} */ (header.board);
  const id = `${edition}@${found.slice(0, DIGITS_IN_ID)}`;
  return id === opened.edition ? null : { entry: 1, why: "fault_edition", expected: String(opened.edition), found: id };
}
