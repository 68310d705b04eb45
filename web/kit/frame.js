/** What stands around every page: the head with its links, the language, and the foot. */
import { make, fill, byId } from "./dom.js";
import { icon } from "./icons.js";
import { chooseLanguage, language, say } from "./words.js";

/** @typedef {import('./words.js').Language} Language */

const NAMES = /** @type {const} */ ({ en: "English", de: "Deutsch" });

/** @param {string} title of the page */
export function drawFrame(title) {
  document.documentElement.lang = language();
  document.title = title ? `${title} · Grubenbuch` : "Grubenbuch";
  fill(byId("head"), headOf());
  fill(byId("foot"), footOf());
}

function headOf() {
  return [
    make("a", { className: "skip", href: "#main" }, say("skip")),
    make("a", { className: "wordmark", href: "/" }, icon("hammers"), "Grubenbuch"),
    make(
      "nav",
      { "aria-label": say("pages") },
      link("/", say("play")),
      link("/audit", say("check_file")),
      made("/v1/docs", say("api")),
    ),
    make("div", { className: "languages", role: "group", "aria-label": say("language") }, Object.keys(NAMES).map(languageButton)),
  ];
}

/** @param {string} code */
function languageButton(code) {
  const tag = /** @type {Language} */ (code);
  return make(
    "button",
    {
      type: "button",
      lang: tag,
      "aria-pressed": String(tag === language()),
      "aria-label": NAMES[tag],
      onclick: () => chooseLanguage(tag),
    },
    tag.toUpperCase(),
  );
}

/** @param {string} href @param {string} words */
function link(href, words) {
  const here = location.pathname === href;
  return make("a", here ? { href, "aria-current": "page" } : { href }, words);
}

/**
 * A page made by the server, which does not know the language that was chosen here.
 * @param {string} path @param {string} words
 */
function made(path, words) {
  return link(`${path}?lang=${language()}`, words);
}

function footOf() {
  return [
    make("p", {}, say("foot")),
    make(
      "nav",
      { "aria-label": say("more_pages") },
      made("/guide", say("guide")),
      made("/docs/errors", say("errors")),
      made("/v1/docs", say("api")),
      link("/v1/openapi.yaml", "openapi.yaml"),
    ),
  ];
}
