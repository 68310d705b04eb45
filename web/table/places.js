/**
 * Which things of the picture a command names. The layout of the game says it (`clicks`): for each type of command, ids
 * with gaps that the command's fields fill, and where among things that share an id.
 *
 * @typedef {import('../kit/api.js').Schemas} Schemas
 * @typedef {{type: string} & Record<string, unknown>} Command
 * @typedef {{id: string, kind?: string, part?: string, needs?: string, only?: Record<string, string>, names?: string[]}} Click
 */

export class Places {
  /** @param {Record<string, Click[]>} clicks @param {SVGSVGElement} svg @param {number | null} asked the seat */
  constructor(clicks, svg, asked) {
    this.clicks = clicks;
    this.asked = asked;
    /** @type {Map<string, Element[]>} */
    this.things = new Map();
    for (const thing of svg.querySelectorAll("[data-id]")) {
      const id = thing.getAttribute("data-id") ?? "";
      this.things.set(id, [...(this.things.get(id) ?? []), thing]);
    }
  }

  /** @param {Command} command @returns {Set<Element>} */
  of(command) {
    const found = (this.clicks[command.type] ?? []).flatMap((click) => this.elements(click, command));
    return new Set(found);
  }

  /** @param {Click} click @param {Command} command */
  elements(click, command) {
    if (click.needs && !truthy(command[click.needs])) return [];
    if (Object.entries(click.only ?? {}).some(([field, value]) => String(command[field]) !== value)) return [];
    const part = click.part ? fill(click.part, command, this.asked, click)[0] : undefined;
    return fill(click.id, command, this.asked, click).flatMap((id) =>
      (this.things.get(id) ?? []).filter(
        (thing) =>
          (!click.kind || thing.getAttribute("data-kind") === click.kind) &&
          (!part || thing.closest(`[data-part="${CSS.escape(part)}"]`) !== null),
      ),
    );
  }

  /** What these events speak of. @param {Iterable<unknown>} events */
  *namedBy(events) {
    for (const event of events) {
      const seat = event !== null && typeof event === "object" && "seat" in event ? String(event.seat) : "";
      for (const id of texts(event)) yield* nearest(this.things.get(id) ?? [], seat);
    }
  }
}

/** Each seat may have a thing of the same name: then that of the event's seat is meant, else none of them. @param {Element[]} things @param {string} seat */
function nearest(things, seat) {
  const partOf = (/** @type {Element} */ thing) => thing.closest("[data-part^='seat:']")?.getAttribute("data-part");
  const own = things.filter((thing) => partOf(thing) === `seat:${seat}`);
  return own.length ? own : things.filter((thing) => !partOf(thing));
}

/** @param {unknown} value */
const truthy = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** One text for each item where the field is a list. @param {string} template @param {Command} command @param {number | null} asked @param {Click} click @returns {string[]} */
function fill(template, command, asked, click) {
  const gap = /\{(\w+)\}/.exec(template)?.[1];
  if (gap === undefined) return [template];
  const value = gap in command ? command[gap] : gap === "asked" ? asked : undefined;
  const values = Array.isArray(value) ? value : [value];
  return values
    .filter((each) => each !== undefined && each !== null)
    .map((each) => template.replace(`{${gap}}`, String(click.names?.length ? (click.names[Number(each) - 1] ?? "") : each)))
    .flatMap((filled) => fill(filled, command, asked, click));
}

/** Every text in a JSON value: what an event may name. @param {unknown} value @returns {Generator<string>} */
function* texts(value) {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const each of value) yield* texts(each);
  else if (value !== null && typeof value === "object") for (const each of Object.values(value)) yield* texts(each);
}
