/** Whether an answer is shown before it is sent, as was chosen; else where nobody can rest on a button to see it. */
import { make } from "../kit/dom.js";
import { getItem, setItem } from "../kit/storage.js";
import { say } from "../kit/words.js";

const CAREFUL = "grubenbuch.careful";

export const isCareful = () => (getItem(CAREFUL) ?? String(matchMedia("(hover: none)").matches)) === "true";

/** @param {() => void} onChange */
export function carefulBox(onChange) {
  const box = make("input", { type: "checkbox", checked: isCareful(), "data-key": "careful" });
  box.addEventListener("change", () => {
    setItem(CAREFUL, String(box.checked));
    onChange();
  });
  return make("label", { className: "check" }, box, say("look_first"));
}
