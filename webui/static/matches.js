// The list of matches and the form for a new one.

import * as desk from "./desk.js";
import { close, show } from "./dialog.js";
import { button, h, toast } from "./dom.js";
import { get } from "./feed.js";
import * as horde from "./horde.js";

const select = (options, chosen, more = {}) => h("select", more, ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

const FIRST = "world-war"; // the board that the rulebook recommends for a first match
const printed = (one) => /^(Module|Optional rule)/.test(one.text); // the others are house rulings

/** Both, as a dialog. */
export async function matches() {
  show("Matches", await body(close), true);
}

/** Both, as elements; `done` is called when a match was chosen. */
export async function body(done) {
  try {
    const [known, found] = await Promise.all([get("/matches"), get("/cameras")]);
    return h("div", { class: "two-columns" }, form(known, found.cameras, done), h("section", {}, h("h3", {}, "Go on with"), list(known.matches, done)));
  } catch (why) {
    return h("p", {}, why.message);
  }
}

function list(found, done) {
  if (!found.length) return h("p", {}, "No match yet.");
  return h("ul", { class: "match-list" }, ...found.map((match) => h("li", {}, h("button", {
    type: "button", class: "button", onclick: async () => { if (await desk.open(match.id)) done(); },
  }, h("span", {}, match.title ? `${match.title}: ${match.players.join(", ")}` : match.id), h("small", {}, match.trouble || `${match.changed}, ${match.entries} entries`)))));
}

function form(known, cameras, done) {
  const board = select(known.boards.map((one) => [one.id, one.title]), "", { name: "board" });
  const game = select(known.games.map((one) => [one.id, one.title]), "", { name: "game" });
  const camera = select(cameras.map((one) => [one.spec, one.name]), cameras.length > 1 ? cameras[1].spec : "", { name: "camera" });
  const mode = select([["ask", "when unsure"], ["always", "always"], ["automatic", "never"]], "ask", { name: "mode" });
  const dice = select([["", "any dice, as they are"], ...known.dice.map((one) => [one.id, one.name])], "", { name: "dice" });
  const address = h("input", { type: "text", name: "address", placeholder: "http:// or rtsp:// address, if any" });
  const players = h("div", {});
  const two = () => ((known.boards.find((one) => one.id === board.value) || {}).colours || 1) > 1;
  const addPlayer = () => players.append(player(players, known.colours, two()));
  addPlayer(); addPlayer(); addPlayer();
  const [rulings, modules] = [h("div", {}), h("div", {})];
  const crews = () => { for (const label of players.querySelectorAll(".second")) label.hidden = !two(); };
  const solo = horde.fields(known.colours);
  const alone = () => game.value === horde.GAME;
  const redraw = () => {
    board.replaceChildren(...known.boards.filter((one) => one.game === game.value).map((one) => h("option", { value: one.id, selected: one.id === FIRST }, one.title)));
    crews();
    solo.node.hidden = !alone();
    for (const part of [board.parentElement, players.parentElement]) if (part) part.hidden = alone();
    if (rulings.parentElement) rulings.parentElement.hidden = alone();
    const options = (known.games.find((one) => one.id === game.value) || { options: [] }).options;
    const box = (one) => h("label", { class: "check", title: one.text }, h("input", { type: "checkbox", value: one.id }), ` ${one.title}`);
    modules.replaceChildren(...options.filter(printed).map(box));
    rulings.replaceChildren(...options.filter((one) => !printed(one)).map(box));
  };
  board.addEventListener("change", () => crews());
  game.addEventListener("change", redraw);
  redraw();
  const begin = async (event) => {
    event.preventDefault();
    const mine = alone() ? solo.values() : null;
    const rows = mine ? mine.players : [...players.children].map((row) => ({ name: row.querySelector("input").value.trim(), colours: [...row.querySelectorAll("select")].filter((one) => !one.closest("[hidden]")).map((one) => one.value) })).filter((row) => row.name);
    if (!rows.length) return toast("Name the players first");
    const options = [...modules.querySelectorAll("input:checked"), ...rulings.querySelectorAll("input:checked")].map((box) => box.value);
    const match = { game: game.value, board: mine ? mine.board : board.value, players: rows, options, camera: address.value.trim() || camera.value, mode: mode.value, dice: dice.value };
    if (await desk.begin(match)) done();
    return null;
  };
  const whole = h("form", { class: "form", onsubmit: begin, id: "new-match" }, h("h3", {}, "A new match"),
    h("div", { class: "row" }, h("label", {}, "Game", game), h("label", {}, "Board", board)),
    h("fieldset", {}, h("legend", {}, "Players, in seating order"), players, button("Another player", addPlayer, { class: "another" })),
    solo.node,
    h("div", { class: "row" }, h("label", {}, "Camera", camera), h("label", {}, "or a network camera", address)),
    h("div", { class: "row" }, h("label", {}, "Ask about what is seen", mode), h("label", {}, "Dice that were taught", dice)),
    h("p", {}, h("a", { href: "/teach" }, "Teach pipsight your own dice")),
    modules.children.length ? h("details", {}, h("summary", {}, "Modules and optional rules"), modules) : null,
    rulings.children.length ? h("details", {}, h("summary", {}, "House rulings"), rulings) : null,
    h("div", { class: "row-end" }, h("button", { type: "submit", class: "button main" }, "Begin")));
  redraw();
  return whole;
}

function player(players, colours, two) {
  const taken = [...players.querySelectorAll("select")].map((one) => one.value);
  const spare = ["red", "blue", "green", "yellow", "white", "black", "orange", "purple", "pink", "brown", "grey"].filter((one) => !taken.includes(one));
  const [free, other] = [spare[0] || colours[0], spare[spare.length - 1] || colours[1]];
  const number = players.children.length + 1;
  const row = h("div", { class: "player" }, h("label", {}, `Player ${number}`, h("input", { type: "text", maxlength: 40, autocomplete: "off", autofocus: number === 1 })),
    h("label", {}, "Dice", select(colours.map((one) => [one, one]), free)),
    h("label", { class: "second", hidden: !two }, "Sailors", select(colours.map((one) => [one, one]), other)),
    h("button", { type: "button", class: "quiet", "aria-label": `Take player ${number} away`, onclick: () => { if (players.children.length > 1) row.remove(); } }, "✕"));
  return row;
}
