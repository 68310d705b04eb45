/** Small signs, drawn with the ink of the text around them. */

const SVG = "http://www.w3.org/2000/svg";

const SHAPES = {
  hammers: "M4 20 15 9M20 20 9 9M3 9c2-4 5-6 8-6l1 3-4 4-3-1-2 0ZM21 9c-1-3-4-6-8-6",
  seats: "M8 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 8 11ZM2.5 19.5c0-4 2.2-6 5.5-6s5.5 2 5.5 6M16 11a2.6 2.6 0 1 0 0-5.2M16.5 13.6c3 .2 5 2.2 5 5.9",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  book: "M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3V4ZM5 17a3 3 0 0 1 3-3h10M9 8h5",
  check: "M4 12.5 9.5 18 20 6.5",
  stop: "M6 6l12 12M18 6 6 18",
  back: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.3 1.3M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.3-1.3",
};

/**
 * @param {keyof typeof SHAPES} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

const SEAT_SHAPES = ["M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z", "M4 4h16v16H4Z", "M12 2.5 22 20.5H2Z", "M12 1.5 22.5 12 12 22.5 1.5 12Z"];

/**
 * The sign of a seat: its shape, colour and number, as on the table.
 * @param {number} seat
 */
export function seatSign(seat) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `seat-sign seat-${seat % 4}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SEAT_SHAPES[seat % 4] ?? "");
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("x", "12");
  text.setAttribute("y", seat % 4 === 2 ? "18.5" : "16.2");
  text.setAttribute("text-anchor", "middle");
  text.textContent = String(seat + 1);
  svg.append(path, text);
  return svg;
}
