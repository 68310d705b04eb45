/** Links to pass on: for watchers, for whoever should sit down, and for another device of one's own. */
import { byId, make, refill } from "../kit/dom.js";
import { icon } from "../kit/icons.js";
import { say } from "../kit/words.js";
import { invitation } from "./invitation.js";

/** @param {import('./session.js').Session} session @param {import('./session.js').Look} look */
export function drawLobby(session, { overview }) {
  const place = byId("lobby");
  const { watch, seats } = session.ticket;
  const isPrivate = overview.visibility === "private";
  const links = [];
  if (!isPrivate || watch) {
    const address = isPrivate && watch ? invitation(session.match, { watch }) : invitation(session.match, {});
    links.push(linkRow(overview.status === "open" ? "link_invite" : "link_watch", address));
  }
  for (const [seat, token] of Object.entries(seats)) {
    links.push(linkRow("link_seat", invitation(session.match, { seat, token }), Number(seat) + 1));
  }
  place.hidden = !links.length;
  refill(place, make("details", { open: overview.status === "open" }, make("summary", {}, say("links")), make("div", { className: "action-list" }, links)));
}

/** @param {"link_invite" | "link_watch" | "link_seat"} phrase @param {string} address @param {number} [n] */
function linkRow(phrase, address, n = 0) {
  const words = say(phrase, { n });
  const button = make("button", { type: "button", "data-key": `${phrase}${n}`, "data-link": phrase }, icon("link"), make("span", {}, words));
  button.addEventListener("click", async () => {
    const label = button.querySelector("span");
    try {
      await navigator.clipboard.writeText(address);
      if (label) label.textContent = say("copied");
    } catch {
      showAddress(button, address);
    }
  });
  return button;
}

/** Where nothing may be copied by a script. @param {Element} button @param {string} address */
function showAddress(button, address) {
  const field = make("input", { value: address, readOnly: true, "aria-label": say("links") });
  button.replaceWith(field);
  field.select();
}
