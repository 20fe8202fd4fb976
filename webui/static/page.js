// The live page: takes states, draws its parts, and gives every button and key its act.

import { asked, asks } from "./asks.js";
import * as desk from "./desk.js";
import { isOpen } from "./dialog.js";
import { byId, h, part, toast } from "./dom.js";
import * as edit from "./edit.js";
import { attempt, get, Pictures, watchState } from "./feed.js";
import * as horde from "./horde.js";
import { body as matchesBody, matches } from "./matches.js";
import { news, points, scores, steps } from "./sides.js";
import * as stage from "./stage.js";

const page = { map: null, corners: null, board: "" };
const pictures = new Pictures(stage.picture);

desk.desk.show = show;

function show(state) {
  if (desk.desk.state && state.version < desk.desk.state.version && state.started === desk.desk.state.started) return;
  desk.desk.state = state;
  const { match } = state;
  moment(state.moment);
  for (const id of ["view", "steps"]) byId(id).hidden = !match;
  for (const card of document.querySelectorAll(".scores, .news")) card.hidden = !match;
  byId("start").hidden = Boolean(match);
  tools(state);
  if (!match) return start();
  title(match);
  part("asks", asked(state), (values) => asks(values, { corners, die: edit.die }));
  part("steps-list", pick(match, ["choices", "players", "reads", "outcome"]), steps);
  part("scores", pick(match, ["groups", "totals", "order", "track", "players", "outcome", "rulings"]), scores);
  horde.card(state);
  byId("steps").hidden = Boolean(state.horde && state.horde.instruction);
  byId("points").hidden = !match.groups.length;
  part("points-list", [pick(match, ["groups", "players"]), Boolean(desk.desk.board)], ([values]) => points(values));
  part("news", { lines: match.news, steps: match.history.slice(-6).reverse().map((step) => step.text) }, news);
  table(state);
}

const pick = (from, keys) => Object.fromEntries(keys.map((key) => [key, from[key]]));

function moment({ word, why, light }) {
  byId("moment").dataset.light = light;
  byId("light").setAttribute("href", `/static/signs.svg#${light}`);
  byId("word").textContent = word;
  byId("why").textContent = why;
  document.title = `${word} · pipsight`;
  if (["ask", "stop", "go"].includes(light) && byId("said").textContent !== `${word}: ${why}`) byId("said").textContent = `${word}: ${why}`;
}

function title(match) {
  const era = match.era ? `era ${match.era.now} of ${match.era.of}` : "";
  part("title", [match.title, match.game_title, era, match.phase], () => [h("strong", {}, match.title), h("span", {}, match.game_title), era ? h("span", {}, era) : null, h("span", { class: "phase" }, match.phase)]);
}

function tools(state) {
  const { match } = state;
  byId("undo").disabled = !match || !match.undo;
  byId("undo").title = match && match.undo ? `Undo: ${match.undo}` : "Nothing to undo";
  byId("redo").disabled = !match || !match.redo;
  byId("redo").title = match && match.redo ? `Do again: ${match.redo}` : "Nothing to do again";
  byId("pause").disabled = !match || !state.camera;
  byId("history").disabled = !match;
  byId("pause").querySelector("span").textContent = state.paused ? "Go on" : "Pause";
  byId("pause").querySelector("use").setAttribute("href", `/static/signs.svg#${state.paused ? "play" : "pause"}`);
}

async function table(state) {
  if (page.board !== state.board) {
    page.board = state.board;
    if (!(await attempt(async () => (desk.desk.board = await get("/board"))))) page.board = "";
    return show(desk.desk.state);
  }
  const map = !state.camera || (page.map ?? false);
  if (!state.camera) stage.noPicture();
  byId("see-picture").disabled = !state.camera;
  byId("see-picture").setAttribute("aria-checked", String(!map));
  byId("see-map").setAttribute("aria-checked", String(map));
  byId("picture").alt = map ? "" : "The table as the camera sees it";
  byId("corners").hidden = map || !state.camera;
  byId("corners").textContent = state.corners && !page.corners ? "Use markers" : page.corners ? "Cancel" : "Corners";
  byId("banner").hidden = !state.demo && !page.corners && !stage.aiming();
  byId("banner").textContent = page.corners ? `Tap the board's ${["upper left", "upper right", "lower right", "lower left"][page.corners.length]} corner`
    : stage.aiming() ? "Tap where the die lies" : state.ended ? "demo video, at its end" : "demo video";
  byId("mode").value = state.match.mode;
  stage.draw(state, desk.desk.board, map);
  pictures.follow(state.camera ? `${state.board.split(":")[0]} ${state.camera}` : "");
  return cameras(state);
}

async function cameras(state) {
  const choice = byId("camera");
  if (choice.dataset.of === state.camera) return;
  choice.dataset.of = state.camera;
  const found = await get("/cameras").catch(() => ({ cameras: [] }));
  const known = found.cameras.map((one) => [one.spec, one.name]);
  const now = state.demo ? "demo" : state.camera;
  if (!known.some(([spec]) => spec === now)) known.push([now, now.split("/").pop()]);
  choice.replaceChildren(...known.map(([spec, name]) => h("option", { value: spec, selected: spec === now }, name)));
}

function start() {
  const place = byId("start");
  pictures.follow("");
  if (place.childElementCount) return;
  const card = h("div", { class: "card" }, h("h2", {}, "Who plays?"), h("p", { class: "lead" }, "The dice on the table are the truth; this page keeps the score and says why."));
  place.replaceChildren(card);
  matchesBody(() => place.replaceChildren()).then((form) => card.append(form));
}

function corners() {
  if (desk.desk.state.corners && !page.corners) return desk.setCorners(null);
  page.corners = page.corners ? null : [];
  page.map = false;
  stage.aim(page.corners ? "corners" : null);
  return show(desk.desk.state);
}

function pointed(at, aimed) {
  if (page.corners) return corner(at);
  if (!aimed && !(at.mm && !desk.desk.state.camera)) return null;
  stage.aim(null);
  show(desk.desk.state);
  return edit.add(at);
}

function corner(at) {
  page.corners.push(at.share);
  stage.mark(page.corners);
  if (page.corners.length < 4) return show(desk.desk.state);
  const points = page.corners;
  page.corners = null;
  stage.aim(null);
  return desk.setCorners(points);
}

function adding() {
  if (!desk.desk.state.match) return;
  const on = stage.aiming() ? null : "die";
  stage.aim(on);
  byId("add").setAttribute("aria-pressed", String(Boolean(on)));
  show(desk.desk.state);
  if (on) toast("Tap where the die lies, or press a again to choose from a list");
  else edit.add(null);
}

const swap = (map) => { page.map = map; show(desk.desk.state); };

const KEYS = {
  u: () => byId("undo").click(), r: () => byId("redo").click(), p: () => byId("pause").click(), h: () => byId("history").click(), n: () => byId("matches").click(),
  m: () => swap(!page.map), a: adding, t: edit.typed, "?": edit.keys, Enter: () => (desk.desk.state.guesses.length ? desk.take(0) : horde.done()), Escape: () => { page.corners = null; stage.aim(null); show(desk.desk.state); },
};

function answered(value) {
  const { doubts, dice } = desk.desk.state;
  if (!doubts.length) return;
  const [doubt] = doubts;
  if (value === 0) { desk.answer(0, null); return; }
  const die = dice[doubt.die];
  const likely = doubt.likely.findIndex((one) => one.face === value && one.colour === die.colour && one.space === die.space);
  if (likely >= 0) desk.answer(0, likely);
  else desk.change(doubt.die, [...die.under, `${die.colour}${value}`].join("^"), die.space);
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !desk.desk.state) return;
  if (isOpen()) {
    if (/^[1-6]$/.test(key) && !target.matches("input, textarea, select")) byId("dialog").querySelector(`[data-face="${key}"]`)?.click();
    return;
  }
  if (target.matches("input, select, textarea") || (key === "Enter" && target !== document.body)) return;
  if (!desk.desk.state.match && key !== "?" && key !== "n") return;
  if (/^[0-6]$/.test(key)) answered(Number(key));
  else if (KEYS[key]) KEYS[key]();
  else return;
  event.preventDefault();
});

stage.setUp({ die: edit.die, point: pointed });
byId("undo").addEventListener("click", desk.undo);
byId("redo").addEventListener("click", desk.redo);
byId("pause").addEventListener("click", () => desk.pause(!desk.desk.state.paused));
byId("history").addEventListener("click", edit.history);
byId("matches").addEventListener("click", matches);
byId("help").addEventListener("click", edit.keys);
byId("add").addEventListener("click", adding);
byId("type").addEventListener("click", edit.typed);
byId("corners").addEventListener("click", corners);
byId("see-picture").addEventListener("click", () => swap(false));
byId("see-map").addEventListener("click", () => swap(true));
byId("mode").addEventListener("change", (event) => desk.setMode(event.target.value));
byId("camera").addEventListener("change", (event) => desk.setCamera(event.target.value));
watchState(show, () => moment({ word: "no connection", why: "pipsight does not answer on this machine", light: "stop" }));
