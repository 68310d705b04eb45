/**
 * What this page knows of its match, and how it asks and answers. Each look replaces the one before as a whole; looks
 * never overlap, and however often one is wanted meanwhile, one more is enough.
 *
 * @typedef {import('../kit/api.js').Schemas} Schemas
 * @typedef {Schemas['MatchAnswer']} Overview
 * @typedef {Schemas['CommandsAnswer']} Offers
 * @typedef {Schemas['ScoreAnswer']} Score
 * @typedef {Schemas['Offered']['command']} Command
 * @typedef {{overview: Overview, offers: Offers, score: Score | null}} Look
 */
import { ask, forgetVoidToken, jsonOf, matchPath, pagePath, read } from "../kit/api.js";
import { sitDown } from "../kit/opening.js";
import { Outbox } from "../kit/outbox.js";
import { changeTicket, ticketOf, tokenFor } from "../kit/storage.js";
import { say } from "../kit/words.js";

const MOST_TRIES = 4;

export class Session {
  /**
   * @param {string} match
   * @param {{onLook: (look: Look, before: Look | null) => void, onOffers: (offers: Offers) => void, onSending: (waiting: boolean) => void}} told
   */
  constructor(match, told) {
    this.match = match;
    this.path = matchPath(match);
    this.told = told;
    this.outbox = new Outbox(match, told.onSending);
    /** @type {Look | null} */
    this.look = null;
    /** @type {Promise<void> | null} */
    this.looking = null;
    this.isWanted = false;
    /** @type {{offers: Offers, token: string | null} | null} what an answer brought along */
    this.brought = null;
  }

  get ticket() {
    return ticketOf(this.match);
  }

  /** The seats that are played here; one that was left or resigned is played by somebody else now. */
  get own() {
    return this.ownIn(this.look?.overview ?? null);
  }

  /** @param {Overview | null} overview @returns {number[]} */
  ownIn(overview) {
    const held = Object.keys(this.ticket.seats).map(Number);
    return held.filter((seat) => !overview || overview.seats[seat]?.state === "person");
  }

  get token() {
    return this.tokenAt(this.look?.overview ?? null);
  }

  /** Before the start the host may most, afterwards whoever acts. @param {Overview | null} overview */
  tokenAt(overview) {
    const ticket = this.ticket;
    return overview?.status === "open" && ticket.host ? ticket.host : tokenFor(ticket, this.actingAt(overview));
  }

  /** In which of the own seats one acts: whoever is asked, else whoever has to vote, else the first. */
  get acting() {
    return this.actingAt(this.look?.overview ?? null);
  }

  /** @param {Overview | null} overview @returns {number | null} */
  actingAt(overview) {
    const own = this.ownIn(overview);
    if (overview?.turn != null && own.includes(overview.turn)) return overview.turn;
    const vote = overview?.undo.vote ?? overview?.clock?.pause;
    const voter = own.find((seat) => vote && seat !== vote.seat && !vote.agreed?.includes(seat));
    return voter ?? own[0] ?? null;
  }

  refresh() {
    this.isWanted = true;
    this.looking ??= this.lookWhileWanted().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  async lookWhileWanted() {
    while (this.isWanted) {
      this.isWanted = false;
      const look = await this.readLook();
      const before = this.look;
      if (before && look.offers.version < before.offers.version) continue;
      this.look = look;
      this.told.onLook(look, before);
    }
  }

  /**
   * All parts of a look are of one version, and the offers are for whoever acts then; unless the match goes on so
   * quickly that the next look is due anyway.
   * @returns {Promise<Look>}
   */
  async readLook() {
    let token = this.token;
    for (let tries = 1; ; tries += 1) {
      const look = await this.readParts(token).catch((failure) => forgetVoidToken(this.match, failure, token));
      if (!look) {
        token = this.token;
        continue;
      }
      const better = this.tokenAt(look.overview);
      if (tries === MOST_TRIES || (better === token && look.overview.version === look.offers.version)) return look;
      token = better;
    }
  }

  /** @param {string | null} token @returns {Promise<Look>} */
  async readParts(token) {
    const [overview, offers, score] = await Promise.all([
      /** @type {Promise<Overview>} */ (read(this.path, { token })),
      this.takeBrought(token) ?? /** @type {Promise<Offers>} */ (read(`${this.path}/commands`, { token })),
      /** @type {Promise<Score | null>} */ (read(`${this.path}/score`, { token }).catch(() => null)),
    ]);
    return { overview, offers, score };
  }

  /** @param {string | null} token */
  takeBrought(token) {
    const brought = this.brought;
    this.brought = null;
    return brought?.token === token ? brought.offers : null;
  }

  /** @param {Offers} offers the position a request is meant for */
  pin(offers) {
    return `"${offers.version}-${offers.hash.slice(0, 8)}"`;
  }

  /** @param {Command} command @param {Offers} offers */
  async answer(command, offers) {
    const call = offers.send ?? { method: "POST", path: `${this.path}/commands?with=commands` };
    const token = tokenFor(this.ticket, offers.turn);
    return this.deliver({ method: call.method, path: call.path, body: command, pinned: this.pin(offers), token });
  }

  /** @param {{method: string, path: string, body?: unknown, pinned?: string, token?: string | null}} call */
  async deliver(call) {
    const letter = { token: this.token, ...call };
    const said = await this.outbox.send(letter);
    this.keep(said);
    if (said?.next) {
      this.brought = { offers: said.next, token: letter.token };
      this.told.onOffers(said.next);
    }
    await this.refresh();
  }

  /** What an earlier page has sent without hearing of it. */
  async resume() {
    this.keep(await this.outbox.resume());
  }

  /**
   * A seat's token is shown once.
   * @param {Partial<Schemas['SeatedAnswer']> | null} answer
   */
  keep(answer) {
    const { seat, seat_token: token } = answer ?? {};
    if (seat === undefined || !token) return;
    changeTicket(this.match, (ticket) => {
      ticket.seats[seat] = token;
    });
  }

  /**
   * Another match with the same people: each seat of this page is taken there with the token it has here.
   * @param {{method: string, path: string}} call
   */
  async playAgain(call) {
    /** @type {Partial<Schemas['OpenedAnswer']> & {match: string}} */
    const { match, host_token: host, watch_token: watch } = await this.outbox.send({ ...call, token: this.token });
    changeTicket(match, (ticket) => Object.assign(ticket, host ? { host } : {}, watch ? { watch } : {}));
    for (const seat of this.own) {
      if (Object.keys(ticketOf(match).seats).length >= this.own.length) break;
      await sitDown(match, null, this.nameIn(seat), this.ticket.seats[seat] ?? null);
    }
    location.href = pagePath(match);
  }

  /** What somebody called themselves; a seat's number is no name. @param {number} seat */
  nameIn(seat) {
    const name = this.look?.overview.seats[seat]?.name ?? "";
    return name === say("seat_n", { n: seat + 1 }) ? "" : name;
  }

  /** @param {Command} command @param {AbortSignal} signal @returns {Promise<Schemas['PreviewAnswer']>} */
  async preview(command, signal) {
    const token = tokenFor(this.ticket, this.look?.offers.turn ?? null);
    return jsonOf(await ask("POST", `${this.path}/commands?preview=1&with=picture`, command, { token, signal }));
  }
}
