/**
 * What is not allowed now: each with its reason, and the rule a click away.
 *
 * @typedef {import('../kit/api.js').Schemas['BarredOffer']} BarredOffer
 */
import { make } from "../kit/dom.js";
import { say } from "../kit/words.js";
import { ruleLink } from "./rules.js";

/** @param {BarredOffer[]} barred */
export function listBarred(barred) {
  if (!barred.length) return null;
  return make(
    "details",
    { className: "barred-list" },
    make("summary", {}, say("barred_count", { n: barred.length })),
    make("ul", {}, barred.map(reasonOf)),
  );
}

/** @param {BarredOffer} offer */
export function reasonOf(offer) {
  return make("li", {}, make("b", {}, offer.label), " ", offer.words, " ", ruleLink(offer));
}
