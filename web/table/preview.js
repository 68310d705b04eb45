/**
 * What would follow from an answer, asked of the server without writing anything.
 *
 * @typedef {{lines: string[], events: unknown[], drawing: import('./drawing.js').Drawing | null}} Outlook
 * @typedef {import('../kit/api.js').Schemas['Offered']} Offered
 */
import { Refusal } from "../kit/api.js";
import { say } from "../kit/words.js";
import { readDrawing } from "./drawing.js";

const HESITATION = 180; // milliseconds over a button before the server is asked

export class Preview {
  /** @param {import('./session.js').Session} session @param {(seen: Outlook) => void} show */
  constructor(session, show) {
    this.session = session;
    this.show = show;
    this.asking = new AbortController();
    this.timer = 0;
  }

  cancel() {
    clearTimeout(this.timer);
    this.asking.abort();
  }

  /** @param {Offered} offer */
  soon(offer) {
    this.cancel();
    this.timer = setTimeout(() => void this.now(offer), HESITATION);
  }

  /** @param {Offered} offer */
  async now(offer) {
    this.cancel();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const seen = await this.session.preview(offer.command, asking.signal);
      if (asking.signal.aborted) return;
      const lines = [...seen.story];
      if (seen.stopped === "luck") lines.push(say("then_luck"));
      if (seen.stopped === "end") lines.push(say("then_end"));
      const drawing = seen.picture ? readDrawing(seen.picture) : null;
      this.show({ lines: lines.length ? lines : [say("nothing_more")], events: seen.events, drawing });
    } catch (failure) {
      if (asking.signal.aborted) return;
      if (failure instanceof Refusal) this.show({ lines: [failure.message || say("network_failed")], events: [], drawing: null });
      else throw failure;
    }
  }
}
