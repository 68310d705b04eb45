/**
 * Luck: the promise made before the match, the seed shown after it, and every draw between.
 *
 * @typedef {import('./book.js').Entry} Entry
 * @typedef {import('./book.js').BookEvent} BookEvent
 * @typedef {import('./book.js').Fault} Fault
 *
 * @typedef {{version: number, number: number, bound: number, value: number}} Draw
 * @typedef {{match: string, commitment: string, words: string[], seed: string | null, disclosed: number, draws: Draw[], fault: Fault | null}} Luck
 * @typedef {{message: string, hex: string, tooHigh: boolean}} Attempt
 */
import { fromHex, hmac, sha256 } from "./hash.js";

export const RANGE = 1n << 256n;

const DIGEST = /^[0-9a-f]{64}$/;

/** @param {Entry[]} entries @returns {Luck} */
export function gatherLuck(entries) {
  const reader = new LuckReader();
  for (const entry of entries) for (const event of entry.events) reader.take(entry.version, event);
  return reader.luck;
}

class LuckReader {
  constructor() {
    /** @type {Luck} */
    this.luck = { match: "", commitment: "", words: [], seed: null, disclosed: 0, draws: [], fault: null };
    this.next = 0;
    /** @type {Map<number, [number, number]>} which draws an entry took */
    this.spans = new Map();
  }

  /** @param {number} version @param {BookEvent} event */
  take(version, event) {
    const luck = this.luck;
    if (!isReadable(event)) this.blame(version, "fault_event", event.type, "");
    else if (event.type === "match_opened") {
      Object.assign(luck, { match: event.match, commitment: event.commitment, words: Array(event.seats).fill("") });
    } else if (["seat_taken", "seat_left", "bot_seated"].includes(event.type)) luck.words[event.seat] = event.words ?? "";
    else if (event.type === "luck_drawn") this.takeDraws(version, event);
    else if (event.type === "rewound") this.next = Math.min(this.next, ...this.spansOf(event.struck).map(([from]) => from));
    else if (event.type === "restored") this.next = Math.max(this.next, ...this.spansOf(event.versions).map(([, to]) => to));
    else if (event.type === "seed_disclosed") Object.assign(luck, { seed: event.seed, disclosed: version });
  }

  /** @param {number[]} versions @returns {[number, number][]} */
  spansOf(versions) {
    return versions.map((version) => this.spans.get(version)).filter((span) => span !== undefined);
  }

  /** @param {number} version @param {BookEvent} event */
  takeDraws(version, event) {
    if (event.first !== this.next) this.blame(version, "fault_draw_number", this.next, event.first);
    const from = this.next;
    for (const [bound, value] of event.draws) {
      if (!(bound > 1 && value >= 0 && value < bound)) this.blame(version, "fault_draw_range", `0 – ${bound - 1}`, value);
      this.luck.draws.push({ version, number: this.next++, bound, value });
    }
    this.spans.set(version, [from, this.next]);
  }

  /** @param {number} entry @param {Fault['why']} why @param {unknown} expected @param {unknown} found */
  blame(entry, why, expected, found) {
    this.luck.fault ??= { entry, why, expected: String(expected), found: String(found) };
  }
}

const LISTS = /** @type {Record<string, string>} */ ({ rewound: "struck", restored: "versions", luck_drawn: "draws" });

/** A stranger's file may hold anything. @param {BookEvent} event */
function isReadable(event) {
  if (event.type === "match_opened") return event.seats >= 1 && event.seats <= 9;
  const list = LISTS[event.type] === undefined ? [] : event[LISTS[event.type] ?? ""];
  const fine = event.type === "luck_drawn" ? isDraw : Number.isSafeInteger;
  return Array.isArray(list) && list.every(fine);
}

/** @param {unknown} draw */
const isDraw = (draw) => Array.isArray(draw) && draw.length === 2 && draw.every(Number.isSafeInteger);

/** @param {Luck} luck @returns {Promise<Fault | null>} */
export async function checkCommitment(luck) {
  if (!DIGEST.test(luck.commitment)) return { entry: 1, why: "fault_promise", found: String(luck.commitment) };
  if (luck.seed === null) return null;
  if (!DIGEST.test(luck.seed)) return { entry: luck.disclosed, why: "fault_seed_form", found: luck.seed };
  const promised = await sha256(fromHex(luck.seed));
  if (promised === luck.commitment) return null;
  return { entry: luck.disclosed, why: "fault_seed", expected: luck.commitment, found: promised };
}

/** @param {Luck} luck the seed must have been disclosed */
export async function keyOf(luck) {
  return fromHex(await hmac(fromHex(luck.seed ?? ""), JSON.stringify(luck.words)));
}

/**
 * @param {Luck} luck @param {(done: number) => void} [progress]
 * @returns {Promise<Fault | null>}
 */
export async function checkDraws(luck, progress) {
  if (luck.fault || luck.seed === null) return luck.fault;
  const key = await keyOf(luck);
  for (const [index, draw] of luck.draws.entries()) {
    const { value } = await repeatDraw(luck, key, draw);
    if (value !== BigInt(draw.value)) {
      return { entry: draw.version, why: "fault_draw", expected: String(value), found: String(draw.value) };
    }
    progress?.(index + 1);
  }
  return null;
}

/**
 * The same number, made anew: what is too high would favour small results and is thrown away.
 * @param {Luck} luck @param {Uint8Array<ArrayBuffer>} key @param {Draw} draw
 * @returns {Promise<{value: bigint, attempts: Attempt[]}>}
 */
export async function repeatDraw(luck, key, draw) {
  const bound = BigInt(draw.bound);
  const limit = RANGE - (RANGE % bound);
  /** @type {Attempt[]} */
  const attempts = [];
  for (;;) {
    const message = `${luck.match}:${draw.number}:${attempts.length}`;
    const hex = await hmac(key, message);
    const number = BigInt(`0x${hex}`);
    attempts.push({ message, hex, tooHigh: number >= limit });
    if (number < limit) return { value: number % bound, attempts };
  }
}
