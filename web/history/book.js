/**
 * All that has been written about a match: its entries, their lines in words, the points after each round. What follows
 * from them (which round a version is in, what was struck, who acted) is worked out here, once for each new entry.
 *
 * @typedef {import('../kit/api.js').Schemas} Schemas
 * @typedef {Schemas['Entry']} Entry
 * @typedef {Schemas['MatchAnswer']} Overview
 * @typedef {Schemas['ScoreAnswer']} Score
 * @typedef {{version: number, text: string, heading?: boolean, struck?: boolean, round?: number}} Line
 * @typedef {{from: number, versions: number[]}} Branch struck answers, and the version they were taken back to
 * @typedef {"answers" | "luck" | "undo" | "seats"} Kind
 */
import { ask, forgetVoidToken, matchPath, read } from "../kit/api.js";
import { ticketOf, tokenFor } from "../kit/storage.js";
import { readForks } from "./fork.js";

/** @type {Set<string>} what is said about going back */
const OF_UNDO = new Set(["undo", "redo", "answer_undo", "expire_undo"]);

/** @type {Set<string>} what is said about who plays, and when */
const OF_SEATS = new Set([
  ...["open_match", "take_seat", "leave_seat", "seat_bot", "renew_token", "start_match", "cancel_match"],
  ...["expire_gathering", "resign", "expire_clock", "pause", "answer_pause", "resume", "ask_advice"],
]);

export class Book {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.path = matchPath(match);
    /** @type {Overview | null} */
    this.overview = null;
    /** @type {Score | null} */
    this.score = null;
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Line[]} */
    this.lines = [];
    /** @type {number[]} by version */
    this.rounds = [0];
    /** @type {Branch[]} */
    this.branches = [];
    /** @type {import('./fork.js').Fork[]} by version */
    this.forks = [];
  }

  get token() {
    const ticket = ticketOf(this.match);
    return ticket.host ?? tokenFor(ticket, null);
  }

  get last() {
    return this.entries.length;
  }

  /** Reads what is not known yet. */
  async refresh() {
    const token = this.token;
    try {
      await this.readOn(token);
    } catch (failure) {
      forgetVoidToken(this.match, failure, token);
      await this.refresh();
    }
  }

  /** @param {string | null} token */
  async readOn(token) {
    const after = this.last;
    const [overview, score, entries, lines, forks] = await Promise.all([
      /** @type {Promise<Overview>} */ (read(this.path, { token })),
      /** @type {Promise<Score | null>} */ (read(`${this.path}/score`, { token }).catch(() => null)),
      /** @type {Promise<Entry[]>} */ (this.readLines(`entries?after=${after}`)),
      /** @type {Promise<Line[]>} */ (this.readLines(`story?after=${after}`)),
      readForks(this.match, this.path, token).catch(() => this.forks),
    ]);
    this.overview = overview;
    this.score = score;
    this.forks = forks;
    this.entries.push(...entries);
    this.lines.push(...lines.filter((line) => line.version <= this.last));
    if (after && entries.some(isOfPeople)) this.lines = await this.readLines("story"); // others are called otherwise now
    this.rounds = roundsOf(this.entries, overview.round);
    this.fileByRound();
    this.branches = branchesOf(this.entries);
    this.strike();
  }

  /** A round begins with its heading, in the midst of an entry: what stands before it happened in the round before. */
  fileByRound() {
    let [version, round] = [0, 0];
    /** @type {number[]} */
    let begun = [];
    for (const line of this.lines) {
      if (line.version !== version) {
        version = line.version;
        round = this.round(version - 1);
        begun = roundsBegunBy(this.entry(version));
      }
      if (line.heading) round = begun.shift() ?? round;
      line.round = round;
    }
  }

  /** An undo strikes lines that were told before, and may bring some back. */
  strike() {
    const struck = new Set(this.branches.flatMap((branch) => branch.versions));
    for (const line of this.lines) line.struck = struck.has(line.version);
  }

  /** @param {string} what @returns {Promise<any[]>} */
  async readLines(what) {
    const answer = await ask("GET", `${this.path}/${what}`, undefined, { token: this.token, headers: { Accept: "application/x-ndjson" } });
    return (await answer.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  /** @param {number} version */
  entry(version) {
    return this.entries[version - 1];
  }

  /** @param {number} version */
  round(version) {
    return this.rounds[Math.min(version, this.rounds.length - 1)] ?? 0;
  }

  /** The versions with which rounds begin, those taken back left out. */
  get beginnings() {
    const struck = new Set(this.branches.flatMap((branch) => branch.versions));
    return this.entries.filter((entry) => roundsBegunBy(entry).length && !struck.has(entry.version)).map((entry) => entry.version);
  }

  /** @param {number} version */
  linesOf(version) {
    return this.lines.filter((line) => line.version === version);
  }

  /** @param {number} seat */
  name(seat) {
    return this.overview?.seats[seat]?.name ?? "";
  }
}

/** @param {Entry} entry @returns {number | null} the seat that gave it */
export function seatOf(entry) {
  const seat = /^(?:seat|bot):(\d+)$/.exec(entry.actor)?.[1];
  return seat === undefined ? null : Number(seat);
}

/** @param {Entry} entry */
const isOfPeople = (entry) => OF_SEATS.has(entry.command.type);

/** @param {Entry} entry @param {Kind} kind */
export function isOfKind(entry, kind) {
  const types = entry.events.map((event) => event.type);
  const isUndo = OF_UNDO.has(entry.command.type) || types.includes("rewound") || types.includes("restored");
  if (kind === "undo") return isUndo;
  if (kind === "luck") return types.includes("luck_drawn");
  return !isUndo && (kind === "seats") === isOfPeople(entry);
}

/**
 * Rounds begin with an event of every game; going back goes back in rounds, too. A fork begins within one.
 * @param {Entry[]} entries @param {number} now the round that the match is in
 */
function roundsOf(entries, now) {
  const begun = entries.map(roundsBegunBy);
  const first = begun.flat()[0];
  const before = entries[0] && "parent" in entries[0].command && entries[0].command.parent ? (first ? first - 1 : now) : 0;
  const rounds = [before];
  for (const [at, { version, events }] of entries.entries()) {
    rounds[version] = begun[at]?.at(-1) ?? rounds[at] ?? 0;
    for (const event of /** @type {Schemas['MatchEvent'][]} */ (events)) {
      if (event.type === "rewound") rounds[version] = rounds[event.to] ?? 0;
      if (event.type === "restored") rounds[version] = rounds[Math.max(...event.versions)] ?? 0;
    }
  }
  return rounds;
}

/** Several may, where nobody has anything to do in one. @param {Entry | undefined} entry @returns {number[]} */
function roundsBegunBy(entry) {
  return (entry?.events ?? []).flatMap((event) => (event.type === "round_began" && "round" in event ? [Number(event.round)] : []));
}

/** @param {Entry[]} entries @returns {Branch[]} */
function branchesOf(entries) {
  /** @type {Branch[]} */
  let branches = [];
  for (const event of entries.flatMap((entry) => /** @type {Schemas['MatchEvent'][]} */ (entry.events))) {
    if (event.type === "rewound" && event.struck.length) branches.push({ from: event.to, versions: event.struck });
    if (event.type !== "restored") continue;
    const back = new Set(event.versions);
    branches = branches.map((branch) => ({ ...branch, versions: branch.versions.filter((version) => !back.has(version)) }));
  }
  return branches.filter((branch) => branch.versions.length);
}

/**
 * What happened at a version, as far as it can be seen on the table: of an entry that went back, what it took back.
 * @param {Book} book @param {number} version @returns {{events: unknown[], commands: Entry['command'][]}}
 */
export function changesAt(book, version) {
  const entry = book.entry(version);
  if (!entry) return { events: [], commands: [] };
  const events = /** @type {Schemas['MatchEvent'][]} */ (entry.events);
  const moved = events.flatMap((event) =>
    event.type === "rewound" ? event.struck : event.type === "restored" ? event.versions : [],
  );
  const meant = [entry, ...moved.flatMap((struck) => book.entry(struck) ?? [])];
  return { events: meant.flatMap((each) => /** @type {unknown[]} */ (each.events)), commands: meant.map((each) => each.command) };
}
