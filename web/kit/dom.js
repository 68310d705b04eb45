/**
 * Builds elements. Text becomes text nodes, never markup.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [facts] properties; `on…` are listeners, `aria-…`, `data-…` and the like attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, facts = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) setFact(element, name, value);
  element.append(...nodes(children));
  return element;
}

/** @param {HTMLElement} element @param {string} name @param {unknown} value */
function setFact(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on") && typeof value === "function") {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name in element && !name.includes("-") && !READ_ONLY.has(name)) {
    Reflect.set(element, name, value);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

const READ_ONLY = new Set(["list", "form", "role"]);

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children.flat().flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    return [child instanceof Node ? child : String(child)];
  });
}

/** @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * The one element of the page with this id.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return /** @type {T} */ (/** @type {unknown} */ (found));
}

/**
 * Redraws a part of the page and leaves the focus where it was, as long as that is still there.
 * @param {Element} element @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && element.contains(focused) ? focused.dataset.key : undefined;
  fill(element, ...children);
  if (key !== undefined) {
    const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}
