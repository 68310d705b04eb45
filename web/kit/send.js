/** Sends what writes: with a key, and again with the same key until somebody has answered. */
import { ask, jsonOf, newKey, Refusal } from "./api.js";

const TRIES = 6;

/** @param {number} milliseconds */
export const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * @typedef {object} Sending
 * @property {string | null} [token]
 * @property {string} [key]
 * @property {string} [pinned] the ETag the request is meant for
 */

/**
 * @param {string} method @param {string} path @param {unknown} body @param {Sending} [how]
 * @returns {Promise<any>} the answer's JSON
 */
export async function send(method, path, body, how = {}) {
  const key = how.key ?? newKey();
  /** @type {Record<string, string>} */
  const headers = { "Idempotency-Key": key };
  if (how.pinned) headers["If-Match"] = how.pinned;
  for (let tried = 1; ; tried += 1) {
    try {
      return await jsonOf(await ask(method, path, body, { token: how.token ?? null, headers }));
    } catch (failure) {
      if (!(failure instanceof Refusal) || !failure.isOpen || tried === TRIES) throw failure;
      await rest(Math.min(failure.wait * 1000 || 300 * 2 ** tried, 15_000));
    }
  }
}
