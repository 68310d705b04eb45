/** Whether somebody wants to see what an answer would do: they point at it, or came there by keyboard. */

/** Where one answer was clicked the next may come to lie, and nobody has asked to see that one. */
export class Pointer {
  constructor() {
    /** @type {PointerEvent | null} the latest click on an answer */
    this.clicked = null;
  }

  /** @param {PointerEvent} event */
  hasMoved({ pointerType, clientX, clientY }) {
    const { clicked } = this;
    const isBeside = !clicked || Math.abs(clientX - clicked.clientX) > 1 || Math.abs(clientY - clicked.clientY) > 1;
    return pointerType === "mouse" && isBeside;
  }
}

/** A click focuses, too, but shows no ring. @param {FocusEvent} event */
export const isByKeyboard = (event) => event.target instanceof Element && event.target.matches(":focus-visible");
