/**
 * The open question and its answers: a button for each, and the things of the picture they name. Choosing things leaves
 * those answers that name all of them; when one is left it is the one that was meant.
 *
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('./session.js').Offers} Offers
 * @typedef {import('../kit/api.js').Schemas['Offered']} Offered
 */
import { byId, fill, make } from "../kit/dom.js";
import { seatSign } from "../kit/icons.js";
import { say } from "../kit/words.js";
import { listBarred, reasonOf } from "./barred.js";
import { carefulBox, isCareful } from "./careful.js";
import { Places } from "./places.js";
import { isByKeyboard, Pointer } from "./pointing.js";
import { Preview } from "./preview.js";

const MANY = 8;

export class Choices {
  /**
   * @param {Session} session @param {import('./picture.js').Picture} picture
   * @param {(work: () => Promise<void>) => Promise<void>} attempt runs what may be refused
   */
  constructor(session, picture, attempt) {
    this.session = session;
    this.picture = picture;
    this.attempt = attempt;
    /** @type {Offers | null} */
    this.offers = null;
    /** @type {Record<string, import('./places.js').Click[]>} */
    this.clicks = {};
    /** @type {Places | null} */
    this.places = null;
    /** @type {Set<Element>} */
    this.chosen = new Set();
    /** @type {Offered | null} */
    this.picked = null;
    this.pointer = new Pointer();
    /** @type {Offered | null} somebody rests on it */
    this.seen = null;
    /** @type {Offered | null} an answer to this very question that is on its way */
    this.sent = null;
    this.isAwaited = false; // the picture that follows from an answer: until it comes, what was foreseen stays
    /** @type {unknown[]} events that are shown on the picture until somebody does something */
    this.news = [];
    this.preview = new Preview(session, (seen) => this.showPreview(seen));
    this.prompt = make("h2", { tabIndex: -1, id: "prompt" });
    this.list = make("div", { className: "commands", role: "group", "aria-labelledby": "prompt" });
    this.outlook = make("div", { className: "outlook", role: "status" });
    this.menu = make("div", { className: "menu", hidden: true, role: "group", "aria-label": say("choose_answer") });
    fill(byId("question"), this.prompt, this.list, this.outlook);
    this.picture.frame.after(this.menu);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.clear());
  }

  get isSending() {
    return this.sent !== null;
  }

  /** Whether the question is for a seat of this page. */
  get isOurs() {
    return this.offers?.turn != null && this.session.own.includes(this.offers.turn) && this.offers.status === "running";
  }

  /** @param {Offers} offers */
  show(offers) {
    const isNew = offers.version !== this.offers?.version || offers.hash !== this.offers?.hash;
    this.offers = offers;
    if (isNew) {
      this.sent = null;
      this.forget();
    }
    const turn = offers.turn;
    fill(this.prompt, turn === null ? null : seatSign(turn), make("span", {}, offers.prompt ?? offers.waits_for.words));
    this.draw();
  }

  /** A new picture was put up. */
  place() {
    this.stopAwaiting();
    if (!this.picture.svg || !this.offers) return;
    this.places = new Places(this.clicks, this.picture.svg, this.offers.turn);
    this.chosen = new Set();
    this.markAll();
    this.picture.mark("changed", this.places.namedBy(this.news));
  }

  forget() {
    this.chosen = new Set();
    this.picked = null;
    if (this.menu.contains(document.activeElement)) this.prompt.focus({ preventScroll: true });
    this.menu.hidden = true;
    this.endPreview();
  }

  clear() {
    if (this.chosen.size || this.picked || !this.menu.hidden) this.startAnew();
  }

  startAnew() {
    this.forget();
    this.draw();
  }

  /** @param {{command: unknown}} offer */
  placesOf(offer) {
    return this.places?.of(/** @type {import('./places.js').Command} */ (offer.command)) ?? new Set();
  }

  candidates() {
    const offers = this.isOurs ? (this.offers?.commands ?? []) : [];
    if (!this.chosen.size) return offers;
    return offers.filter((offer) => [...this.chosen].every((thing) => this.placesOf(offer).has(thing)));
  }

  draw() {
    const hadFocus = [this.list, this.prompt, this.menu].some((place) => place.contains(document.activeElement));
    const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    const candidates = this.candidates();
    fill(
      this.list,
      this.chosen.size ? make("button", { type: "button", className: "quiet", onclick: () => this.clear() }, say("show_all")) : null,
      candidates.map((offer) => this.button(offer)),
      this.isOurs ? carefulBox(() => this.startAnew()) : null,
      this.isOurs ? listBarred(this.offers?.barred ?? []) : null,
    );
    this.list.classList.toggle("many", candidates.length > MANY);
    if (hadFocus) this.focusAgain(key);
    this.markAll();
  }

  /** @param {string | undefined} key */
  focusAgain(key) {
    const buttons = [...this.list.querySelectorAll("button")].filter((button) => !button.disabled);
    const same = buttons.find((button) => button.dataset.key === key);
    (same ?? buttons.find((button) => button.className === "command") ?? this.prompt).focus({ preventScroll: true });
  }

  /** @param {Offered} offer */
  button(offer) {
    const isPicked = this.picked === offer;
    return make(
      "button",
      {
        type: "button",
        className: isPicked ? "command picked" : "command",
        disabled: this.isSending,
        "aria-pressed": isCareful() ? String(isPicked) : null,
        "data-key": JSON.stringify(offer.command),
        onclick: (/** @type {PointerEvent} */ event) => {
          this.pointer.clicked = event;
          this.take(offer);
        },
        onpointermove: (/** @type {PointerEvent} */ event) => this.pointer.hasMoved(event) && this.seen !== offer && this.look(offer),
        onfocus: (/** @type {FocusEvent} */ event) => isByKeyboard(event) && this.look(offer),
        onpointerleave: () => this.lookAway(),
        onblur: () => this.lookAway(),
      },
      offer.label,
    );
  }

  /** Sends an answer, or shows it first. @param {Offered} offer */
  take(offer) {
    if (isCareful() && this.picked !== offer) {
      this.picked = offer;
      this.menu.hidden = true;
      this.preview.now(offer);
      this.draw();
      return;
    }
    this.send(offer);
  }

  /** @param {Offered} offer */
  send(offer) {
    const offers = this.offers;
    if (!offers || this.isSending) return;
    this.sent = offer;
    this.isAwaited = true;
    this.forget();
    this.draw();
    void this.attempt(() => this.session.answer(offer.command, offers)).finally(() => {
      if (this.sent !== offer) return;
      this.sent = null;
      this.stopAwaiting();
      this.draw();
    });
  }

  /** @param {Offered} offer */
  look(offer) {
    if (this.picked || this.isSending) return;
    this.seen = offer;
    this.picture.mark("chosen", [...this.chosen, ...this.placesOf(offer)]);
    this.preview.soon(offer);
  }

  lookAway() {
    this.seen = null;
    if (this.picked) return;
    this.endPreview();
    this.picture.mark("chosen", this.chosen);
  }

  endPreview() {
    this.preview.cancel();
    if (!this.isAwaited) this.picture.lookBack();
    fill(this.outlook);
  }

  stopAwaiting() {
    if (this.isAwaited) this.picture.lookBack();
    this.isAwaited = false;
  }

  /** @param {import('./preview.js').Outlook} seen */
  showPreview(seen) {
    const ahead = seen.drawing && this.picture.lookAhead(seen.drawing);
    if (ahead) this.picture.mark("changed", new Places(this.clicks, ahead, this.offers?.turn ?? null).namedBy(seen.events));
    const picked = this.picked;
    fill(
      this.outlook,
      make("h3", {}, say("would_happen")),
      make("ul", {}, seen.lines.map((line) => make("li", {}, line))),
      picked
        ? make(
            "p",
            { className: "outlook-actions" },
            make("button", { type: "button", className: "main", onclick: () => this.send(picked) }, say("do_it")),
            make("button", { type: "button", onclick: () => this.clear() }, say("not_yet")),
          )
        : null,
    );
    if (picked) this.outlook.querySelector("button")?.focus({ preventScroll: true });
  }

  markAll() {
    const legal = this.candidates().flatMap((offer) => [...this.placesOf(offer)]);
    const barred = this.isOurs && !this.chosen.size ? (this.offers?.barred ?? []).flatMap((offer) => [...this.placesOf(offer)]) : [];
    const isLegal = new Set(legal);
    this.picture.mark("legal", isLegal);
    this.picture.mark("barred", barred.filter((thing) => !isLegal.has(thing)));
    this.picture.mark("chosen", this.picked ? [...this.chosen, ...this.placesOf(this.picked)] : this.chosen);
    if (!this.picked) this.picture.mark("changed", []);
  }

  /** Somebody clicked a thing of the picture. @param {Element} thing @param {{x: number, y: number}} at */
  choose(thing, at) {
    if (this.isSending) return;
    if (thing.classList.contains("barred")) return this.explain(thing, at);
    this.picked = null;
    if (this.chosen.has(thing)) this.chosen.delete(thing);
    else this.chosen.add(thing);
    const left = this.candidates();
    this.draw();
    if (!this.chosen.size) {
      this.menu.hidden = true;
    } else if (left.length === 1 && left[0]) {
      this.menu.hidden = true;
      this.take(left[0]);
    } else {
      this.openMenu(left, at);
    }
  }

  /** @param {Offered[]} offers @param {{x: number, y: number}} at */
  openMenu(offers, at) {
    const exact = offers.filter((offer) => this.placesOf(offer).size === this.chosen.size);
    const sorted = [...exact, ...offers.filter((offer) => !exact.includes(offer))];
    fill(this.menu, sorted.map((offer) => this.button(offer)), this.closeButton());
    this.putMenu(at);
  }

  /** Why a thing cannot be chosen. @param {Element} thing @param {{x: number, y: number}} at */
  explain(thing, at) {
    const why = (this.offers?.barred ?? []).filter((offer) => this.placesOf(offer).has(thing));
    fill(this.menu, make("ul", {}, why.map(reasonOf)), this.closeButton());
    this.putMenu(at);
  }

  closeButton() {
    return make("button", { type: "button", className: "quiet", onclick: () => this.clear() }, say("close"));
  }

  /** @param {{x: number, y: number}} at */
  putMenu(at) {
    const { offsetLeft, offsetTop, clientWidth } = this.picture.frame;
    this.menu.hidden = false;
    const left = Math.min(at.x, Math.max(clientWidth - this.menu.offsetWidth - 8, 0));
    this.menu.style.left = `${offsetLeft + Math.max(left, 8)}px`;
    this.menu.style.top = `${offsetTop + at.y + 12}px`;
    this.menu.querySelector("button")?.focus({ preventScroll: true });
  }
}
