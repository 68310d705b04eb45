/**
 * Asks the API. Nothing here knows a game.
 *
 * @typedef {import('#api').components['schemas']} Schemas
 * @typedef {Schemas['Problem']} Problem
 */
import { dropToken } from "./storage.js";
import { language } from "./words.js";

export const BASE = "/v1";

/** The API said no, or (status 0) nothing at all. */
export class Refusal extends Error {
  /** @param {number} status @param {Partial<Problem>} problem @param {number} wait seconds before another try */
  constructor(status, problem, wait = 0) {
    super(problem.words || problem.detail || problem.title || "");
    this.status = status;
    this.problem = problem;
    this.wait = wait;
  }

  /** Nobody knows whether it was carried out; the same request with the same key may be sent again. */
  get isOpen() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * @typedef {object} Asked
 * @property {string | null} [token]
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {RequestCache} [cache] of what never changes; anything else is asked for again
 */

/**
 * @param {string} method @param {string} path @param {unknown} body @param {Asked} asked
 * @returns {Promise<Response>} a good answer; anything else is thrown as a Refusal
 */
export async function ask(method, path, body, asked = {}) {
  const headers = new Headers({ "Accept-Language": language(), ...asked.headers });
  if (asked.token) headers.set("Authorization", `Bearer ${asked.token}`);
  if (body !== undefined && !(body instanceof Blob)) headers.set("Content-Type", "application/json");
  /** @type {RequestInit} */
  const init = { method, headers, cache: asked.cache ?? "no-cache", credentials: "omit" };
  if (body !== undefined) init.body = body instanceof Blob ? body : JSON.stringify(body);
  if (asked.signal) init.signal = asked.signal;
  const answer = await fetch(path, init).catch((failure) => {
    if (failure instanceof DOMException && failure.name === "AbortError") throw failure;
    throw new Refusal(0, {});
  });
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

/**
 * The text of a good answer; one that breaks off is none.
 * @param {Response} answer
 */
export function textOf(answer) {
  return answer.text().catch(() => {
    throw new Refusal(0, {});
  });
}

/** @param {Response} answer @returns {Promise<any>} */
export async function jsonOf(answer) {
  return JSON.parse(await textOf(answer));
}

/** @param {Response} answer */
async function refusalOf(answer) {
  const problem = await answer.json().catch(() => ({}));
  return new Refusal(answer.status, problem, Number(answer.headers.get("Retry-After") ?? 0));
}

/**
 * @template T
 * @param {string} path @param {Asked} [asked]
 * @returns {Promise<T>}
 */
export async function read(path, asked) {
  return jsonOf(await ask("GET", path, undefined, asked));
}

/**
 * For work that is tried again anyway: a refusal is no failure of the page.
 * @param {Promise<unknown>} work
 */
export function tolerate(work) {
  return work.catch((failure) => {
    if (!(failure instanceof Refusal)) throw failure;
  });
}

/**
 * A token that is none must not keep anybody from watching: it is forgotten, and another one may be tried. Any other
 * failure is thrown on.
 * @param {string} match @param {unknown} failure @param {string | null} token
 */
export function forgetVoidToken(match, failure, token) {
  if (!(failure instanceof Refusal) || failure.status !== 401 || !token) throw failure;
  dropToken(match, token);
}

/** @param {string} match */
export const matchPath = (match) => `${BASE}/matches/${encodeURIComponent(match)}`;

/** @param {string} match @param {string} [page] */
export const pagePath = (match, page) => `/matches/${encodeURIComponent(match)}${page ? `/${page}` : ""}`;

/** Hard to guess: whoever knows the key of a request that handed out a token can fetch it again. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
