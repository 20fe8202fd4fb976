// What a die looks like: its face with pips, its owner's badge. A letter always stands beside the colour.

import { h, s } from "./dom.js";

const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** A die's face as SVG children around (x, y) with this edge. */
export function face(value, x, y, edge, lower = false) {
  const r = edge / 2;
  const body = s("rect", { class: `body${lower ? " lower" : ""}`, x: x - r, y: y - r, width: edge, height: edge, rx: edge * 0.19 });
  if (!PIPS[value]) return [body, s("text", { class: "unknown", x, y, "font-size": edge * 0.7 }, value ? String(value) : "?")];
  return [body, ...PIPS[value].map(([dx, dy]) => s("circle", { class: "pip", cx: x + dx * edge * 0.26, cy: y + dy * edge * 0.26, r: edge * 0.095 }))];
}

/** A die as a small picture of its own. */
export const picture = (colour, value) =>
  s("svg", { viewBox: "-10 -10 20 20", class: `c-${colour}`, "aria-hidden": "true" }, ...face(value, 0, 0, 18));

/** A player's sign: their letter on their colours. */
export function badge(player) {
  const [first, second] = player.colours;
  return h("span", { class: `badge c-${first}${second ? ` two d2-${second}` : ""}`, "aria-hidden": "true" }, player.letter);
}

/** The player who has dice of this colour. */
export const ownerOf = (match, colour) => match.players.find((player) => player.colours.includes(colour));

/** A die in words. */
export const told = (die) => (die.under.length ? `tower of ${[...die.under, die.word].join(", ").replace(/\^/g, " on ")}` : `${die.colour} ${die.face || "?"}`);
