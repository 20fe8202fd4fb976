// The table: the camera's picture with what was read of it, or the board as a drawing. The overlay belongs to the
// picture that is shown: each reading tells its frame, and fades once a newer picture shows that things moved.

import { face, ownerOf, told } from "./dice.js";
import { byId, s } from "./dom.js";

const view = { map: false, aim: null, shown: 0, url: "", key: "", marks: [] };

/** Let taps call back: `die(n)` for a die, `point({px|mm})` for a place on the table. */
export function setUp(on) {
  view.on = on;
  byId("overlay").addEventListener("click", (event) => {
    if (event.target.closest(".die") && !view.aim) return;
    tapped(event);
  });
  byId("outlines").addEventListener("change", (event) => byId("overlay").classList.toggle("no-outlines", !event.target.checked));
}

function tapped(event) {
  const box = byId("overlay").getBoundingClientRect();
  const [width, height] = size();
  const scale = Math.min(box.width / width, box.height / height);
  const x = (event.clientX - box.left - (box.width - width * scale) / 2) / scale;
  const y = (event.clientY - box.top - (box.height - height * scale) / 2) / scale;
  if (x < 0 || y < 0 || x > width || y > height) return;
  const at = [x, y].map((n) => Math.round(n * 10) / 10);
  view.on.point(view.map ? { mm: at } : { px: at, share: [x / width, y / height] }, Boolean(view.aim));
}

const size = () => {
  const { board } = view;
  if (view.map || !board || !board.size[0]) return view.map && board ? [board.width, board.height] : natural();
  return board.size;
};

function natural() {
  const image = byId("picture");
  return image.naturalWidth ? [image.naturalWidth, image.naturalHeight] : [16, 9];
}

/** Take taps anywhere on the table for something, or (null) no more. */
export function aim(what) {
  view.aim = what;
  view.marks = [];
  byId("stage").classList.toggle("aim", Boolean(what));
  redraw();
}

export const aiming = () => view.aim;

/** Show numbered marks on the picture. */
export function mark(points) {
  view.marks = points;
  redraw();
}

/** Show the next picture and the overlay that belongs to it. */
export async function picture(url, number) {
  const image = byId("picture");
  const old = view.url;
  image.src = url;
  view.url = url;
  await image.decode().catch(() => {});
  if (old) URL.revokeObjectURL(old);
  const first = !view.shown;
  view.shown = number;
  if (first) redraw();
  fade();
}

/** No camera: nothing of an old picture stays. */
export function noPicture() {
  if (view.url) URL.revokeObjectURL(view.url);
  byId("picture").removeAttribute("src");
  view.url = "";
  view.shown = 0;
}

/** Draw a state. */
export function draw(state, board, map) {
  const key = JSON.stringify([state.dice, state.view, board && board.key, map, state.doubts.length]);
  Object.assign(view, { state, board, map });
  if (key !== view.key) redraw();
  view.key = key;
  fade();
}

function fade() {
  const { state, shown } = view;
  const read = state && state.view;
  const old = !view.map && (!read || shown < read.frame || (read.until !== null && shown >= read.until));
  byId("overlay").classList.toggle("faded", Boolean(old && state && state.camera));
}

function redraw() {
  const { state, board, map } = view;
  if (!state) return;
  const overlay = byId("overlay");
  const stage = byId("stage");
  const [width, height] = size();
  stage.classList.toggle("map", map);
  overlay.classList.toggle("map", map);
  overlay.classList.toggle("drawn", Boolean(map && board && board.picture));
  stage.style.aspectRatio = `${width} / ${height}`;
  overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : null;
  overlay.replaceChildren(...(board ? spaces(board, map) : []), s("g", { class: "dice" }, ...state.dice.map((die) => (map ? onMap(die) : onPicture(die))).filter(Boolean)),
    ...view.marks.map(corner));
  if (focused && focused.startsWith("die-")) overlay.querySelector(`[data-key="${focused}"]`)?.focus();
}

const points = (shape) => shape.map((p) => p.join(",")).join(" ");

function spaces(board, map) {
  const found = map ? [s("rect", { class: "sheet", x: 0, y: 0, width: board.width, height: board.height })] : [];
  if (map && board.picture) found.push(s("image", { href: `${board.picture}?${view.state.match.entries}`, x: 0, y: 0, width: board.width, height: board.height }));
  const shapes = board.spaces.map((space) => [space, map ? space.mm : space.px]).filter(([, shape]) => shape);
  for (const [, shape] of shapes) for (const one of shape) found.push(s("polygon", { class: "edge", points: points(one) }));
  const inner = s("g", {}, ...shapes.flatMap(([space, shape]) => shape.map((one) => s("polygon", { class: "space", points: points(one) }, s("title", {}, space.title)))));
  return [...found, inner, ...(map && board.picture ? [] : shapes).map(([space]) => name(space, map, board))];
}

function name(space, map, board) {
  const unit = map ? board.width / 46 : Math.max(...board.size) / 68;
  const at = map ? space.label : space.label_px;
  const text = space.points === null || space.points === undefined ? space.title : `${space.title} · ${space.points}`;
  return s("text", { class: "space-name", x: at[0], y: at[1], "font-size": unit, "stroke-width": unit / 5 }, text);
}

function group(die, ...children) {
  const player = ownerOf(view.state.match, die.colour);
  const sure = die.said ? "said by a person" : die.certainty === null ? "" : `certainty ${Math.round(die.certainty * 100)} %`;
  const label = [told(die), `in ${die.place}`, die.owner, sure, die.cocked ? "cocked" : "", die.why, die.doubt ? "in doubt" : ""].filter(Boolean).join(", ");
  const act = () => view.on.die(die.n);
  return s("g", {
    class: `die c-${die.colour}${die.doubt ? " doubt" : ""}`, role: "button", tabindex: 0, "aria-label": label, "data-key": `die-${die.n}`, "data-word": die.word, "data-space": die.space,
    onclick: (event) => { if (!view.aim) { event.stopPropagation(); act(); } },
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } },
  }, s("title", {}, label), ...children, player ? null : s("title", {}, "nobody's"));
}

function onPicture(die) {
  if (!die.shape) return null;
  const xs = die.shape.map((p) => p[0]);
  const ys = die.shape.map((p) => p[1]);
  const left = Math.min(...xs), right = Math.max(...xs), top = Math.min(...ys), bottom = Math.max(...ys);
  const unit = Math.max(...size()) / 60;
  const player = ownerOf(view.state.match, die.colour);
  const text = `${player ? player.letter : ""} ${die.under.length ? "▲" : ""}${die.face || "?"}${die.bonus ? `+${die.bonus}` : ""}`.trim();
  const wide = unit * (0.75 + text.length * 0.56);
  const x = (left + right) / 2;
  const y = Math.max(unit * 0.9, top - unit * 1.15);
  const sure = die.said ? "✓" : die.certainty === null ? "" : `${Math.round(die.certainty * 100)}%`;
  return group(die,
    s("polygon", { class: "halo", points: points(die.shape) }), s("polygon", { class: "ring", points: points(die.shape) }),
    s("rect", { class: "tag", x: x - wide / 2, y: y - unit * 0.8, width: wide, height: unit * 1.6, rx: unit * 0.4 }),
    s("text", { class: "value", x, y, "font-size": unit * 1.2 }, text),
    s("text", { class: "sure", x, y: bottom + unit * 1.05, "font-size": unit * 0.8, "stroke-width": unit / 5 }, sure));
}

function onMap(die) {
  const edge = view.board ? view.board.die : 16;
  const step = edge * 0.22;
  const player = ownerOf(view.state.match, die.colour);
  const lower = die.under.map((word, n) => s("g", { class: `c-${word.match(/^[a-z]+/)[0]}` }, ...face(0, die.x - step * (n + 1), die.y + step * (n + 1), edge, true).slice(0, 1)));
  return group(die, ...lower, ...face(die.face, die.x, die.y, edge),
    s("text", { class: "owner", x: die.x, y: die.y + edge * 1.02, "font-size": edge * 0.46, "stroke-width": edge * 0.1 }, `${player ? player.letter : ""}${die.bonus ? ` +${die.bonus}` : ""}`));
}

function corner([x, y], n) {
  const [width, height] = size();
  const unit = Math.max(width, height) / 60;
  return s("g", {}, s("circle", { class: "corner", cx: x * width, cy: y * height, r: unit * 0.5 }),
    s("text", { class: "corner-name", x: x * width, y: y * height - unit, "font-size": unit * 1.2, "stroke-width": unit / 4 }, String(n + 1)));
}
