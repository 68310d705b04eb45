/** Leads from a rule's id to the rule. */
import { make } from "../kit/dom.js";
import { language, say } from "../kit/words.js";

/** @param {{rule?: string, rule_url?: string | null | undefined}} named */
export function ruleLink(named) {
  if (!named.rule) return null;
  if (!named.rule_url) return make("span", { className: "soft" }, named.rule);
  const [path = "", anchor] = named.rule_url.split("#");
  const href = `${path}?lang=${language()}${anchor ? `#${anchor}` : ""}`;
  return make("a", { href, target: "_blank", rel: "noopener", "aria-label": say("rule_n", { rule: named.rule }) }, named.rule);
}
