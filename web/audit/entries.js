/**
 * Every entry as a link of the chain: sound ones, the first that is not, and those behind it. One at a time is opened.
 *
 * @typedef {import('./verdict.js').OwnVerdict} OwnVerdict
 */
import { fill, make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { drawEntry } from "./entry.js";

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 });

/** @param {HTMLElement} place @param {HTMLElement} panel @param {OwnVerdict} own @param {number | null} bad the first that fails */
export function drawEntries(place, panel, own, bad) {
  const drawn = new Set(own.luck.draws.map((draw) => draw.version));
  const links = own.book.entries.map((entry, index) => linkOf(index + 1, bad, drawn.has(entry.version)));
  if (bad !== null && bad > links.length) links.push(linkOf(bad, bad, false));
  place.hidden = panel.hidden = links.length === 0;

  /** @param {number} version */
  const open = (version) => {
    for (const [index, link] of links.entries()) {
      link.tabIndex = index + 1 === version ? 0 : -1;
      link.setAttribute("aria-pressed", String(index + 1 === version));
    }
    void drawEntry(panel, own, version);
  };
  const list = make("div", { className: "chain", role: "group", "aria-label": say("entries") }, links);
  list.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("button");
    if (link) open(Number(link.dataset.version));
  });
  list.addEventListener("keydown", (event) => {
    const from = Number(document.activeElement instanceof HTMLElement ? document.activeElement.dataset.version : 0);
    const step = STEPS[event.key] ?? 0;
    const to = event.key === "Home" ? 1 : event.key === "End" ? links.length : from + step;
    if (!from || to === from) return;
    event.preventDefault();
    const next = Math.max(1, Math.min(links.length, to));
    open(next);
    links[next - 1]?.focus();
  });
  fill(place, make("h2", {}, say("entries")), make("p", { className: "soft" }, say("entries_lead")), list);
  if (links.length) open(bad ?? 1);
}

/** @param {number} version @param {number | null} bad @param {boolean} luck it holds draws */
function linkOf(version, bad, luck) {
  const state = bad === null || version < bad ? "sound" : version === bad ? "bad" : "behind";
  const words = say(`entry_${state}`, { entry: version });
  return make(
    "button",
    {
      type: "button",
      className: `link ${state}${luck ? " luck" : ""}`,
      "data-version": version,
      "aria-label": luck ? `${words}, ${say("with_luck")}` : words,
      "aria-pressed": "false",
      tabIndex: -1,
    },
    state === "bad" ? "✗" : String(version),
  );
}
