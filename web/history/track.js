/**
 * What stands along the line: the points of each seat after each round, where rounds begin, and branches: struck
 * answers below the line, forks above it.
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./fork.js').Fork} Fork
 * @typedef {Record<string, string | number>} Facts
 */
import { pagePath } from "../kit/api.js";
import { make } from "../kit/dom.js";
import { say } from "../kit/words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const CHART = 100; // the height of the points
const BASE = 120; // where the line runs
const HEIGHT = 150;
const MOST_ROUNDS = 60;
const STEP = 16; // between forks of one version
const MOST_STEPS = 5;

/** @param {Book} book @param {(version: number) => unknown} go @returns {Element[]} */
export function drawTrack(book, go) {
  const x = (/** @type {number} */ version) => (WIDTH * (version - 1)) / Math.max(book.last - 1, 1);
  const forks = forksOf(book);
  const drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": sayPoints(book) }, [
    ...book.beginnings.slice(-MOST_ROUNDS).map((version) => shape("line", { class: "round-mark", x1: x(version), x2: x(version), y1: 0, y2: BASE })),
    shape("line", { class: "base", x1: 0, x2: WIDTH, y1: BASE, y2: BASE }),
    ...book.branches.map((branch) => branchOf(x(branch.from), x(Math.min(...branch.versions)), x(Math.max(...branch.versions)))),
    ...forks.map((fork, at) => forkBranch(fork, x(fork.version), forks.slice(0, at).filter((before) => before.version === fork.version).length)),
    ...pointLines(book, x),
  ]);
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    go(1 + Math.round(((event.clientX - box.left) / box.width) * (book.last - 1)));
  });
  return [drawing, make("div", { className: "needle", "aria-hidden": "true" })];
}

/** @param {Book} book */
const forksOf = (book) => book.forks.filter((fork) => fork.version <= book.last);

/**
 * It leaves the line, and a click goes there; the links below do the same without a mouse.
 * @param {Fork} fork @param {number} from @param {number} before others that leave the line here
 */
function forkBranch(fork, from, before) {
  const high = BASE - 26 - STEP * Math.min(before, MOST_STEPS);
  const way = `M${from} ${BASE}C${from + 6} ${high + 6} ${from + 10} ${high + 2} ${from + 26} ${high}`;
  const branch = shape("g", { class: "fork", "data-match": fork.match }, [shape("path", { class: "hold", d: way }), shape("path", { d: way })]);
  branch.addEventListener("click", (event) => {
    event.stopPropagation();
    location.href = pagePath(fork.match, "history");
  });
  return branch;
}

/** @param {number} from @param {number} first @param {number} last */
function branchOf(from, first, last) {
  const low = BASE + 20;
  return shape("path", { class: "struck", d: `M${from} ${BASE}C${from} ${low} ${from} ${low} ${first} ${low}H${last + 2}` });
}

/** @param {Book} book @param {(version: number) => number} x */
function pointLines(book, x) {
  const series = book.score?.series ?? [];
  const all = series.flatMap((sheet) => sheet.totals);
  const least = Math.min(0, ...all);
  const y = (/** @type {number} */ points) => CHART - (CHART - 8) * ((points - least) / Math.max(Math.max(...all) - least, 1));
  return (book.overview?.seats ?? []).map(({ seat }) =>
    shape("polyline", {
      class: `points seat-${seat % 4}`,
      points: series.map((sheet) => `${x(sheet.version).toFixed(1)},${y(sheet.totals[seat] ?? 0).toFixed(1)}`).join(" "),
    }),
  );
}

/** The chart in words. @param {Book} book */
function sayPoints(book) {
  const last = book.score?.series.at(-1);
  const totals = (book.overview?.seats ?? []).map(({ seat, name }) => `${name} ${last?.totals[seat] ?? 0}`);
  return `${say("points_chart")}: ${totals.join(", ")}`;
}

/** @param {Book} book */
export function listForks(book) {
  const forks = forksOf(book);
  if (!forks.length) return null;
  return make(
    "p",
    { className: "forks" },
    forks.map((fork) => make("a", { href: pagePath(fork.match, "history") }, say("forks_here", { version: fork.version }))),
  );
}

/** @param {string} tag @param {Facts} facts @param {Element[]} [children] */
export function shape(tag, facts, children = []) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(facts)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
