/** The page in two languages. What belongs to a game comes from the API in the same language. */
import { WORDS } from "../words.js";
import { getItem, setItem } from "./storage.js";

/** @typedef {keyof typeof WORDS} Language */
/** @typedef {keyof typeof WORDS['en']} Phrase */

const CHOSEN = "grubenbuch.lang";

/** @type {Language | null} another choice loads the page anew */
let known = null;

export function language() {
  known ??= readLanguage();
  return known;
}

/** @returns {Language} as chosen, here or on a page that the server makes, else as the browser prefers */
function readLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  if (asked === "de" || asked === "en") setItem(CHOSEN, asked);
  const wanted = [asked, getItem(CHOSEN), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return wanted.find((tag) => tag === "de" || tag === "en") === "de" ? "de" : "en";
}

/** @param {Language} chosen */
export function chooseLanguage(chosen) {
  setItem(CHOSEN, chosen);
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  if (here.href === location.href) location.reload();
  else location.replace(here);
}

/**
 * A phrase with its gaps filled. "one | many" is chosen by `n`.
 * @param {Phrase} phrase
 * @param {Record<string, string | number>} [gaps]
 */
export function say(phrase, gaps = {}) {
  return fillGaps(WORDS[language()][phrase], gaps);
}

/** @param {string} template @param {Record<string, string | number>} gaps */
export function fillGaps(template, gaps) {
  const [one, many] = template.split(" | ");
  const chosen = (many !== undefined && gaps.n !== 1 ? many : one) ?? template;
  return chosen.replace(/\{(\w+)\}/g, (gap, name) => String(gaps[name] ?? gap));
}

/** @param {number} at milliseconds since 1970 */
export function sayAgo(at) {
  const seconds = Math.round((at - Date.now()) / 1000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [unit, size] of /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60]])) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return say("just_now");
}
