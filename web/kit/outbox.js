/**
 * What was sent and not answered yet, kept through reloads: it is sent again with the same key until there is an
 * answer, so it is carried out once and never twice. One request of a match at a time, also among several tabs.
 *
 * @typedef {object} Letter
 * @property {string} key
 * @property {string} method
 * @property {string} path
 * @property {unknown} [body]
 * @property {string | null} token
 * @property {string} [pinned] the ETag of the version it is meant for
 */
import { ask, jsonOf, newKey, Refusal } from "./api.js";
import { rest } from "./send.js";
import { getJson, setItem } from "./storage.js";

const LONGEST_REST = 15_000;

export class Outbox {
  /** @param {string} match @param {(waiting: boolean) => void} tell whether an answer is waited for in vain */
  constructor(match, tell) {
    this.name = `grubenbuch.outbox.${match}`;
    this.tell = tell;
  }

  /** @returns {Letter | null} null also for what is no letter */
  get letter() {
    const kept = /** @type {Partial<Letter> | null} */ (getJson(this.name));
    const isWhole = [kept?.key, kept?.method, kept?.path].every((part) => typeof part === "string");
    return isWhole ? /** @type {Letter} */ (kept) : null;
  }

  /**
   * @param {Omit<Letter, "key">} content
   * @returns {Promise<any>} the answer; a Refusal is thrown
   */
  send(content) {
    return this.alone(() => {
      const letter = { key: newKey(), ...content };
      setItem(this.name, JSON.stringify(letter));
      return this.deliver(letter);
    });
  }

  /** What an earlier page has left behind. */
  async resume() {
    if (!this.letter) return null;
    return this.alone(() => (this.letter ? this.deliver(this.letter) : null));
  }

  /** @template T @param {() => Promise<T> | T} work @returns {Promise<T>} */
  alone(work) {
    // Only secure contexts have locks; elsewhere two tabs are kept apart by the pinned version alone.
    return navigator.locks ? /** @type {Promise<T>} */ (navigator.locks.request(this.name, work)) : Promise.resolve(work());
  }

  /** @param {Letter} letter */
  async deliver(letter) {
    /** @type {Record<string, string>} */
    const headers = { "Idempotency-Key": letter.key };
    if (letter.pinned) headers["If-Match"] = letter.pinned;
    for (let tried = 0; ; tried += 1) {
      try {
        const answer = await ask(letter.method, letter.path, letter.body, { token: letter.token, headers });
        const said = await jsonOf(answer);
        this.close();
        return said;
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        if (!failure.isOpen) {
          this.close();
          throw failure;
        }
        this.tell(true);
        await pause(failure.wait * 1000, tried);
      }
    }
  }

  close() {
    setItem(this.name, null);
    this.tell(false);
  }
}

/** Shorter when the network comes back. @param {number} wanted @param {number} tried */
async function pause(wanted, tried) {
  const online = new Promise((done) => addEventListener("online", done, { once: true }));
  await Promise.race([rest(Math.min(wanted || 400 * 2 ** Math.min(tried, 6), LONGEST_REST)), online]);
}
