/**
 * What the server finds: it decides every command again, which takes the rules.
 *
 * @typedef {import('../kit/api.js').Schemas['Verdict']} Verdict
 * @typedef {{match: string, token: string | null} | {file: File}} Source
 * @typedef {{verdict: Verdict} | {refusal: string}} ServerAnswer
 */
import { ask, BASE, jsonOf, matchPath, Refusal } from "../kit/api.js";
import { say } from "../kit/words.js";

/** @param {Source} source @returns {Promise<ServerAnswer>} */
export async function judgeByServer(source) {
  try {
    return { verdict: await jsonOf(await send(source)) };
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    return { refusal: failure.message || say("network_failed") };
  }
}

/** @param {Source} source */
function send(source) {
  if ("match" in source) return ask("GET", `${matchPath(source.match)}/audit`, undefined, { token: source.token });
  return ask("POST", `${BASE}/verify`, source.file, { headers: { "Content-Type": "application/x-ndjson" } });
}
