/**
 * What can be said of a moment and done with it: the points then, what the match waited for, playing on from there, the
 * link to it, and the file of the match.
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('../kit/api.js').Schemas} Schemas
 */
import { ask, pagePath, read, tolerate } from "../kit/api.js";
import { byId, make, refill } from "../kit/dom.js";
import { seatSign } from "../kit/icons.js";
import { ticketOf } from "../kit/storage.js";
import { say } from "../kit/words.js";
import { openForkDialog } from "./fork.js";

const COPIED_FOR = 2_000;

export class Moment {
  /** @param {Book} book */
  constructor(book) {
    this.book = book;
    this.wanted = 0;
  }

  /** @param {number} version */
  async show(version) {
    this.wanted = version;
    const [score, offers] = await Promise.all([
      /** @type {Promise<Schemas['ScoreAnswer'] | null>} */ (this.read(`score?version=${version}`)),
      /** @type {Promise<Schemas['CommandsAnswer'] | null>} */ (this.read(`commands?version=${version}`)),
    ]);
    if (this.wanted === version) this.draw(version, score, offers);
  }

  /** @param {string} what */
  read(what) {
    return read(`${this.book.path}/${what}`, { token: this.book.token }).catch(() => null);
  }

  /** @param {number} version @param {Schemas['ScoreAnswer'] | null} score @param {Schemas['CommandsAnswer'] | null} offers */
  draw(version, score, offers) {
    const isStruck = this.book.branches.some((branch) => branch.versions.includes(version));
    const isOn = offers?.status === "running" && offers.turn !== null;
    refill(
      byId("moment"),
      this.points(score, offers?.turn ?? null),
      offers?.prompt ? make("p", { className: "prompt" }, say("waiting_then", { prompt: offers.prompt })) : null,
      isStruck ? make("p", { className: "taken-back" }, say("moment_struck")) : null,
      make(
        "div",
        { className: "action-list" },
        make("button", { type: "button", className: "main", id: "fork", "data-key": "fork", disabled: !isOn, onclick: () => void tolerate(openForkDialog(this.book, version, offers?.turn ?? 0)) }, say("fork_here")),
        make("button", { type: "button", id: "share", "data-key": "share", onclick: (/** @type {Event} */ event) => void this.share(version, event.currentTarget) }, say("share_moment")),
        make("button", { type: "button", id: "export", "data-key": "export", onclick: () => void tolerate(this.save("export", ".ndjson")) }, say("export_match")),
        make("button", { type: "button", "data-key": "chart", onclick: () => void tolerate(this.save("score.svg", ".svg")) }, say("points_picture")),
      ),
      isOn ? null : make("p", { className: "soft" }, say("fork_barred")),
    );
    document.body.dataset.moment = String(version);
  }

  /** @param {Schemas['ScoreAnswer'] | null} score @param {number | null} turn */
  points(score, turn) {
    const rows = (this.book.overview?.seats ?? []).map(({ seat, name }) =>
      make(
        "li",
        { className: seat === turn ? "asked" : "" },
        seatSign(seat),
        make("span", { className: "seat-name" }, name || say("seat_n", { n: seat + 1 })),
        make("span", { className: "seat-points" }, score?.totals[seat] ?? 0),
      ),
    );
    return make("ul", { className: "seat-list" }, rows);
  }

  /** Where the clipboard is out of reach, the link is shown to be copied by hand. @param {number} version @param {EventTarget | null} button */
  async share(version, button) {
    const { watch } = ticketOf(this.book.match);
    const isPrivate = this.book.overview?.visibility === "private";
    const link = momentLink(this.book.match, version, isPrivate && watch ? { watch } : {});
    const copied = await (navigator.clipboard?.writeText(link) ?? Promise.reject(new Error("No clipboard."))).then(
      () => true,
      () => false,
    );
    if (!(button instanceof HTMLElement)) return;
    if (copied) {
      button.textContent = say("copied");
      setTimeout(() => (button.textContent = say("share_moment")), COPIED_FOR);
    } else {
      const field = make("input", { readOnly: true, value: link, "aria-label": say("share_as"), "data-key": "link" });
      button.replaceWith(field);
      field.select();
      field.focus();
    }
  }

  /** Fetched with a token where it needs one, so it is no plain link. @param {string} what @param {string} ending */
  async save(what, ending) {
    const answer = await ask("GET", `${this.book.path}/${what}`, undefined, { token: this.book.token });
    const address = URL.createObjectURL(await answer.blob());
    make("a", { href: address, download: this.book.match + ending }).click();
    setTimeout(() => URL.revokeObjectURL(address), COPIED_FOR);
  }
}

/**
 * It names a moment, behind the #: the page alone reads it.
 * @param {string} match @param {number} version @param {Record<string, string>} [handed] what a private match asks for
 */
export function momentLink(match, version, handed = {}) {
  const said = new URLSearchParams({ version: String(version), ...handed });
  return new URL(`${pagePath(match, "history")}#${said}`, location.href).href;
}
