/**
 * Follows a match by its live stream, with a token in the header where it needs one. A cut stream, a server that
 * begins anew and an hour asleep come to the same: it is opened again after the last entry that was seen.
 *
 * @typedef {"live" | "lost" | "over"} StreamState
 * @typedef {{id: string, event: string, data: string}} Frame
 */
import { ask, Refusal } from "./api.js";
import { rest } from "./send.js";

const SILENCE = 40_000; // the server says something every 15 seconds
const UNSEEN = 300_000; // a tab that nobody looks at gives its connection back: browsers have six for a server
const FIRST_REST = 1_000;
const LONGEST_REST = 20_000;

export class Stream {
  /**
   * @param {string} path @param {number} after the last version that is known
   * @param {{token: () => string | null, onFrame: (frame: Frame) => void, onState: (state: StreamState) => void}} told
   */
  constructor(path, after, told) {
    this.path = path;
    this.last = after;
    this.told = told;
    this.heard = Date.now();
    this.cut = new AbortController();
    this.isClosed = false;
    this.seen = Date.now();
    this.wake = () => {};
    document.addEventListener("visibilitychange", () => this.check());
    addEventListener("online", () => this.wake());
    setInterval(() => this.check(), 5_000);
    void this.run();
  }

  close() {
    this.isClosed = true;
    this.cut.abort();
    this.wake();
  }

  /** A connection that was lost in sleep does not know it. */
  check() {
    if (!document.hidden) this.seen = Date.now();
    else if (Date.now() - this.seen > UNSEEN) return this.cut.abort();
    else return undefined;
    if (Date.now() - this.heard > SILENCE) this.cut.abort();
    return this.wake();
  }

  get isUnseen() {
    return document.hidden && Date.now() - this.seen > UNSEEN;
  }

  async run() {
    for (let failed = 0; !this.isClosed; failed += 1) {
      const began = Date.now();
      try {
        if (await this.listen()) return this.told.onState("over");
      } catch (failure) {
        if (failure instanceof Refusal && failure.status >= 400 && failure.status < 429) return this.told.onState("over");
      }
      if (this.isClosed) return undefined;
      if (Date.now() - began > 5_000) failed = 0;
      this.told.onState("lost");
      while (this.isUnseen && !this.isClosed) await this.rest(LONGEST_REST);
      await this.rest(Math.min(FIRST_REST * 2 ** failed, LONGEST_REST));
    }
    return undefined;
  }

  /** @param {number} milliseconds */
  async rest(milliseconds) {
    const woken = new Promise((wake) => {
      this.wake = () => wake(undefined);
    });
    await Promise.race([rest(milliseconds), woken]);
  }

  /** @returns {Promise<boolean>} whether nothing will follow any more */
  async listen() {
    this.cut = new AbortController();
    this.heard = Date.now();
    const answer = await ask("GET", this.path, undefined, {
      token: this.told.token(),
      signal: this.cut.signal,
      headers: { Accept: "text/event-stream", "Last-Event-ID": String(this.last) },
    });
    if (answer.status === 204 || !answer.body) return true;
    this.told.onState("live");
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      this.heard = Date.now();
      const parts = (rest + value).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) this.take(part);
    }
  }

  /** @param {string} part */
  take(part) {
    /** @type {Frame} */
    const frame = { id: "", event: "message", data: "" };
    for (const line of part.split("\n")) {
      const [, name, value] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
      if (name) Reflect.set(frame, name, value);
    }
    if (!frame.data) return;
    this.last = Math.max(this.last, Number(frame.id) || 0);
    this.told.onFrame(frame);
  }
}
