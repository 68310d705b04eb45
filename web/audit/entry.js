/** One entry: what it says, how its hash follows, and how its luck was drawn. */
import { fill, make } from "../kit/dom.js";
import { language, say } from "../kit/words.js";
import { hashedPart, NO_HASH } from "./chain.js";
import { explainDraws } from "./draws.js";
import { sha256 } from "./hash.js";
import { showUnseen, step } from "./plain.js";

/**
 * @typedef {import('./verdict.js').OwnVerdict} OwnVerdict
 * @typedef {import('./book.js').Entry} Entry
 */

let latest = 0;

/** Explaining takes a while: what was asked for last is what is shown. @param {Element} place @param {OwnVerdict} own @param {number} version */
export async function drawEntry(place, own, version) {
  const asked = ++latest;
  const told = await explainEntry(own, version);
  if (asked === latest) fill(place, ...told);
}

/** @param {OwnVerdict} own @param {number} version @returns {Promise<(Element | null)[]>} */
async function explainEntry(own, version) {
  const entry = own.book.entries[version - 1];
  if (!entry) return [make("h2", {}, say("entry_n", { entry: version })), make("p", {}, say("entry_unreadable"))];
  const draws = own.luck.draws.filter((draw) => draw.version === version);
  return [
    make("h2", {}, say("entry_n", { entry: version })),
    make("p", {}, say("entry_by", { actor: sayActor(entry.actor), when: new Date(entry.at).toLocaleString(language()) })),
    make("p", {}, make("code", {}, showUnseen(entry.command.type)), " → ", showUnseen(entry.events.map((event) => event.type).join(", "))),
    await explainHash(own.book.entries, version, entry),
    draws.length ? await explainDraws(own.luck, draws) : null,
    make("details", {}, make("summary", {}, say("entry_whole")), make("pre", { tabIndex: 0 }, showUnseen(JSON.stringify(entry, null, 2)))),
  ];
}

const ACTORS = /** @type {Record<string, import('../kit/words.js').Phrase>} */ ({
  host: "actor_host",
  guest: "actor_guest",
  clock: "actor_clock",
  seat: "actor_seat",
  bot: "actor_bot",
  invited: "actor_invited",
});

/** Seats are counted from one, as on the table; whoever is not known is called what the book calls them. @param {string} actor */
function sayActor(actor) {
  const [, kind = "", seat] = /^([a-z]+)(?::(\d{1,2}))?$/.exec(actor) ?? [];
  const phrase = Object.hasOwn(ACTORS, kind) ? ACTORS[kind] : undefined;
  return phrase ? say(phrase, { n: Number(seat) + 1 }) : say("actor_other", { actor: showUnseen(actor) });
}

/** @param {Entry[]} entries @param {number} version @param {Entry} entry */
async function explainHash(entries, version, entry) {
  const prev = entries[version - 2]?.hash ?? NO_HASH;
  const computed = await sha256(prev + hashedPart(entry));
  const good = computed === entry.hash && entry.prev === prev;
  return make(
    "dl",
    { className: "steps" },
    ...step("hash_before", prev),
    ...step("hash_computed", computed),
    ...step("hash_written", entry.hash),
    make("dd", { className: good ? "good" : "bad" }, say(good ? "hash_fits" : "hash_differs")),
  );
}
