/** SHA-256 and HMAC by the browser itself. */

const UTF8 = new TextEncoder();

/** False where a page came over plain HTTP from another machine: browsers then keep their cryptography to themselves. */
export const canHash = () => globalThis.crypto?.subtle !== undefined;

/** @param {string | Uint8Array<ArrayBuffer>} data @returns {Promise<string>} in hex */
export async function sha256(data) {
  return hexOf(await crypto.subtle.digest("SHA-256", bytesOf(data)));
}

/** @param {string | Uint8Array<ArrayBuffer>} key @param {string} message @returns {Promise<string>} in hex */
export async function hmac(key, message) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const handle = await crypto.subtle.importKey("raw", bytesOf(key), algorithm, false, ["sign"]);
  return hexOf(await crypto.subtle.sign("HMAC", handle, UTF8.encode(message)));
}

/** @param {string} hex @returns {Uint8Array<ArrayBuffer>} */
export function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {string | Uint8Array<ArrayBuffer>} data */
const bytesOf = (data) => (typeof data === "string" ? UTF8.encode(data) : data);

/** @param {ArrayBuffer} buffer */
const hexOf = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
