/**
 * The file of a match, read line by line.
 *
 * @typedef {{type: string, [field: string]: any}} BookEvent
 * @typedef {object} Entry
 * @property {number} version
 * @property {number} at
 * @property {string} actor
 * @property {BookEvent} command
 * @property {BookEvent[]} events
 * @property {string} rules
 * @property {string | null} cause
 * @property {string} prev
 * @property {string} hash
 *
 * @typedef {{format: string, match: string, game: string, edition: string, rules: string, entries: number, head: string, board?: object}} Header
 *
 * @typedef {object} Fault why a check fails
 * @property {number | null} entry null: in the header
 * @property {import('../kit/words.js').Phrase} why
 * @property {string} [expected]
 * @property {string} [found]
 *
 * @typedef {{header: Header | null, entries: Entry[], fault: Fault | null}} Book
 */
import { encodeCanonical, NotCanonical } from "./canonical.js";

export const FORMAT = "grubenbuch/1";

const HEADER_FIELDS = ["edition", "entries", "format", "game", "head", "match", "rules"];
const ENTRY_FIELDS = ["actor", "at", "cause", "command", "events", "hash", "prev", "rules", "version"];

/**
 * All entries up to the first line that is not as a book writes it.
 * @param {string} text @returns {Book}
 */
export function readBook(text) {
  const lines = text.split("\n");
  const rest = lines.pop();
  const header = readHeader(lines[0] ?? "");
  if (header === null) return { header: null, entries: [], fault: { entry: null, why: "fault_header" } };
  /** @type {Entry[]} */
  const entries = [];
  for (const line of lines.slice(1)) {
    const entry = /** @type {Entry | null} */ (readLine(line, ENTRY_FIELDS));
    if (entry === null || !looksLikeEntry(entry)) {
      return { header, entries, fault: { entry: entries.length + 1, why: "fault_line" } };
    }
    entries.push(entry);
  }
  if (rest !== "") return { header, entries, fault: { entry: entries.length + 1, why: "fault_cut" } };
  return { header, entries, fault: compareHeader(header, entries) };
}

/**
 * The edition comes along where it is not built in; `edition.js` compares it with the one that was played.
 * @param {string} line @returns {Header | null}
 */
function readHeader(line) {
  const found = readLine(line, HEADER_FIELDS) ?? readLine(line, ["board", ...HEADER_FIELDS]);
  return /** @type {Header | null} */ (found);
}

/** @param {string} line @param {string[]} fields @returns {object | null} */
function readLine(line, fields) {
  try {
    const found = JSON.parse(line);
    const good = typeof found === "object" && found !== null && String(Object.keys(found).sort()) === String(fields);
    return good && encodeCanonical(found) === line ? found : null;
  } catch (failure) {
    if (failure instanceof SyntaxError || failure instanceof NotCanonical || failure instanceof RangeError) return null;
    throw failure;
  }
}

/** @param {Entry} entry */
function looksLikeEntry(entry) {
  const events = entry.events;
  return Array.isArray(events) && events.every(hasType) && hasType(entry.command) && typeof entry.at === "number";
}

/** @param {any} part */
const hasType = (part) => typeof part?.type === "string";

/** @param {Header} header @param {Entry[]} entries @returns {Fault | null} */
function compareHeader(header, entries) {
  const [first, last, opened] = [entries[0], entries.at(-1), entries[0]?.events[0]];
  if (!first || !last || !opened) return { entry: 1, why: "fault_empty" };
  if (header.entries > entries.length) return { entry: entries.length + 1, why: "fault_missing" };
  const { board, ...said } = header;
  void board;
  const true_ = {
    format: FORMAT, match: opened.match, game: opened.game, edition: opened.edition,
    rules: first.rules, entries: entries.length, head: last.hash,
  };
  const [expected, found] = [encodeCanonical(true_), encodeCanonical(said)];
  return expected === found ? null : { entry: null, why: "fault_header_differs", expected, found };
}
