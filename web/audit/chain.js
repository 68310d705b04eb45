/**
 * The chain: each entry names the hash of the one before, and its own follows from all its bytes.
 *
 * @typedef {import('./book.js').Entry} Entry
 * @typedef {import('./book.js').Fault} Fault
 */
import { encodeCanonical } from "./canonical.js";
import { sha256 } from "./hash.js";

export const NO_HASH = "0".repeat(64);

/** The bytes that are hashed with `prev`. @param {Entry} entry */
export function hashedPart(entry) {
  const { prev, hash, ...body } = entry;
  return encodeCanonical(body);
}

/**
 * @param {Entry[]} entries @param {(done: number) => void} [progress]
 * @returns {Promise<Fault | null>}
 */
export async function checkChain(entries, progress) {
  const causes = new Set();
  let [prev, at] = [NO_HASH, 0];
  for (const [index, entry] of entries.entries()) {
    const fault = await findFault(entry, { version: index + 1, prev, at, causes });
    if (fault) return { entry: index + 1, ...fault };
    [prev, at] = [entry.hash, entry.at];
    if (entry.cause !== null) causes.add(entry.cause);
    progress?.(index + 1);
  }
  return null;
}

/**
 * @param {Entry} entry @param {{version: number, prev: string, at: number, causes: Set<unknown>}} due
 * @returns {Promise<Omit<Fault, 'entry'> | null>}
 */
async function findFault(entry, due) {
  if (entry.version !== due.version) return { why: "fault_version", expected: String(due.version), found: String(entry.version) };
  if (entry.prev !== due.prev) return { why: "fault_prev", expected: due.prev, found: String(entry.prev) };
  const hash = await sha256(due.prev + hashedPart(entry));
  if (entry.hash !== hash) return { why: "fault_hash", expected: hash, found: String(entry.hash) };
  if (entry.at < due.at) return { why: "fault_time", expected: `≥ ${due.at}`, found: String(entry.at) };
  const named = entry.cause === null || (typeof entry.cause === "string" && entry.cause !== "");
  if (!named || due.causes.has(entry.cause)) return { why: "fault_cause", found: String(entry.cause) };
  return null;
}
