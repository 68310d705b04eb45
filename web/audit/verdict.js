/**
 * What a browser finds out about a book by itself.
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').Fault} Fault
 * @typedef {import('./luck.js').Luck} Luck
 * @typedef {'file' | 'edition' | 'chain' | 'commitment' | 'draws'} OwnCheck
 * @typedef {{check: OwnCheck, outcome: 'passed' | 'failed' | 'skipped', fault: Fault | null}} Finding
 * @typedef {{book: Book, luck: Luck, findings: Finding[], fault: Fault | null}} OwnVerdict
 */
import { readBook } from "./book.js";
import { checkChain } from "./chain.js";
import { bringsEdition, checkEdition } from "./edition.js";
import { checkCommitment, checkDraws, gatherLuck } from "./luck.js";

/**
 * @param {string} text of the file @param {(share: number) => void} [progress] from 0 to 1
 * @returns {Promise<OwnVerdict>}
 */
export async function judgeBook(text, progress) {
  const book = readBook(text);
  const luck = gatherLuck(book.entries);
  const steps = book.entries.length + luck.draws.length || 1;
  const edition = await checkEdition(book);
  const chain = await checkChain(book.entries, (done) => progress?.(done / steps));
  const commitment = book.header && (await checkCommitment(luck));
  const draws = await checkDraws(luck, (done) => progress?.((book.entries.length + done) / steps));
  const findings = [
    finding("file", book.fault, true),
    ...(bringsEdition(book) ? [finding("edition", edition, true)] : []),
    finding("chain", chain, book.header !== null),
    finding("commitment", commitment, luck.seed !== null),
    finding("draws", commitment && !luck.fault ? null : draws, luck.seed !== null && !commitment),
  ];
  return { book, luck, findings, fault: firstFault(findings) };
}

/** @param {OwnCheck} check @param {Fault | null} fault @param {boolean} possible @returns {Finding} */
function finding(check, fault, possible) {
  return { check, outcome: fault ? "failed" : possible ? "passed" : "skipped", fault };
}

/** The first in the book; what is wrong in the header counts only where nothing else is. @param {Finding[]} findings */
function firstFault(findings) {
  const faults = findings.flatMap((one) => (one.fault ? [one.fault] : []));
  return faults.sort((one, other) => (one.entry ?? Infinity) - (other.entry ?? Infinity))[0] ?? null;
}
