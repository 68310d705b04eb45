/** The parts of a picture that is larger than its frame, to go there: its groups that have a name. */
import { make, refill } from "../kit/dom.js";
import { say } from "../kit/words.js";

export class Parts {
  /** @param {(part: Element) => void} go */
  constructor(go) {
    this.go = go;
    this.named = "";
    this.list = make("div", { className: "parts", role: "group", "aria-label": say("parts"), hidden: true });
  }

  /** @param {SVGSVGElement} svg */
  show(svg) {
    const parts = [...svg.querySelectorAll("[data-part][aria-label]")];
    const names = parts.map((part) => part.getAttribute("aria-label") ?? "");
    if (names.join() === this.named) return;
    this.named = names.join();
    refill(this.list, parts.map((part, at) => this.button(svg, part, names[at] ?? "")));
  }

  /** The picture may be drawn anew, its parts keep their names. @param {SVGSVGElement} svg @param {Element} part @param {string} name */
  button(svg, part, name) {
    const which = `[data-part="${part.getAttribute("data-part")}"]`;
    return make("button", { type: "button", "data-key": which, onclick: () => this.go(svg.querySelector(which) ?? part) }, name);
  }
}
