// Dialogs for the table: a die's value, colour and place, a new die, the history with corrections, the keys.

import * as desk from "./desk.js";
import { close, show } from "./dialog.js";
import { badge, ownerOf, picture } from "./dice.js";
import { button, h } from "./dom.js";
import { attempt, get } from "./feed.js";

const place = (title, spaces, chosen, empty) => h("select", { "aria-label": title }, empty ? h("option", { value: "" }, empty) : null,
  ...spaces.map((space) => h("option", { value: space.id, selected: space.id === chosen }, space.title)));

function faces(colour, chosen, pick) {
  return h("div", { class: "faces" }, ...[1, 2, 3, 4, 5, 6].map((value) => h("button", {
    type: "button", class: "face", "aria-label": `Value ${value}`, "aria-pressed": String(value === chosen), "data-face": value, onclick: () => pick(value),
  }, picture(colour, value))));
}

function swatches(match, chosen, pick) {
  const all = match.players.flatMap((player) => player.colours.map((colour) => [player, colour]));
  return h("div", { class: "swatches", role: "group", "aria-label": "Whose die" }, ...all.map(([player, colour]) => h("button", {
    type: "button", class: "button", "aria-pressed": String(colour === chosen), onclick: () => pick(colour),
  }, badge({ ...player, colours: [colour] }), `${player.name}, ${colour}`)));
}

/** The state and the board, which may still be on its way when the page was just opened. */
async function known() {
  if (!desk.desk.board) await attempt(async () => (desk.desk.board = await get("/board")));
  return desk.desk;
}

/** Change or remove a die: a tap on a value is all that a misread needs. */
export async function die(n) {
  const { state, board } = await known();
  const was = state.dice.find((one) => one.n === n);
  if (!was) return;
  const now = { colour: was.colour, under: was.under };
  const word = (value) => [...now.under, `${now.colour}${value || "?"}${was.bonus ? `+${was.bonus}` : ""}`].join("^");
  const said = (value, space) => { close(); desk.change(n, word(value), space); };
  const [first, second] = was.space.replace("~", "").split("/");
  const inside = place("Lies in", board.spaces, first);
  const border = place("and on the border of", board.spaces, second, "wholly in it");
  const spot = () => (border.value && border.value !== inside.value ? board.spaces.map((space) => space.id).filter((id) => id === inside.value || id === border.value).join("/") : inside.value);
  const colours = () => swatches(state.match, now.colour, (colour) => { now.colour = colour; redraw(); });
  const body = h("div", { class: "form" });
  const redraw = () => body.replaceChildren(
    h("p", {}, `${was.owner ? `${was.owner}'s, ` : ""}in ${was.place}. ${was.said ? "A person said so." : was.certainty === null ? "" : `The camera is ${Math.round(was.certainty * 100)} % sure${was.why ? `: ${was.why}` : ""}.`}`),
    faces(now.colour, was.face, (value) => said(value, spot())), colours(),
    h("div", { class: "row" }, h("label", {}, "Lies in", inside), h("label", {}, "on the border of it and", border)),
    h("label", {}, "Stands on", stands(state.match, now)),
    h("div", { class: "row-end" }, button("Remove this die", () => { close(); desk.remove(n); }, { class: "bad left" }), button("Cancel", close),
      button("Save", () => said(was.face, spot()), { class: "main" })));
  redraw();
  show(`What lies here? Now: ${was.colour} ${was.face || "?"}`, body);
}

function stands(match, now) {
  const kinds = match.players.flatMap((player) => player.colours);
  const chosen = now.under.length ? now.under[now.under.length - 1] : "";
  const options = kinds.flatMap((colour) => ["?", 1, 2, 3, 4, 5, 6].map((value) => `${colour}${value}`));
  const all = chosen && !options.includes(chosen) ? [chosen, ...options] : options;
  return h("select", { onchange: (event) => (now.under = event.target.value ? [event.target.value] : []) }, h("option", { value: "" }, "the board"),
    ...all.map((word) => h("option", { value: word, selected: word === chosen }, word.replace(/([a-z])([0-9?])/, "$1 $2"))));
}

/** A die that the camera does not see, at a point of the table or in a space. */
export async function add(at, colour) {
  const { state, board } = await known();
  const choice = colour || next(state.match) || state.match.players[0].colours[0];
  const now = { colour: choice };
  const inside = place("Lies in", board.spaces, "", at ? "where I tapped" : null);
  const body = h("div", { class: "form" });
  const put = (value) => {
    close();
    const point = at ? (at.mm ? { mm: at.mm } : { px: at.px }) : {};
    desk.add({ word: `${now.colour}${value}`, space: inside.value, ...(inside.value ? {} : point) });
  };
  const redraw = () => body.replaceChildren(swatches(state.match, now.colour, (colour) => { now.colour = colour; redraw(); }),
    h("label", {}, "Lies in", inside), h("p", {}, "It shows:"), faces(now.colour, 0, put), h("div", { class: "row-end" }, button("Cancel", close)));
  redraw();
  show("Add a die", body);
}

const next = (match) => {
  const throwing = match.choices.find((choice) => !choice.no && match.reads.some((move) => move.name === choice.name && move.player === choice.player));
  const player = throwing && match.players.find((one) => one.name === throwing.player);
  if (!player) return null;
  return player.colours.find((colour) => throwing.args.includes(colour)) || player.colours[0];
};

/** Every step, newest first; the table of each can be corrected. */
export function history() {
  const { match } = desk.desk.state;
  const rows = [...match.history].reverse().map((step) => {
    const player = match.players.find((one) => one.name === step.player);
    return h("li", {}, player ? badge(player) : null, h("span", {}, step.text), button("Table…", () => table(step)));
  });
  show("Every step, the newest first", [rows.length ? h("ol", { class: "history" }, ...rows) : h("p", {}, "Nothing has been played yet."),
    h("div", { class: "row-end" }, button("Close", close))], true);
}

function table(step) {
  const input = h("textarea", { "aria-label": "The table after this step", spellcheck: "false" });
  input.value = step.table.replaceAll(" | ", "\n");
  const told = h("div", { "aria-live": "polite" });
  const text = () => input.value.split("\n").map((line) => line.trim()).filter(Boolean).join(" | ");
  const check = () => attempt(async () => {
    const found = await desk.dry(step.entry, text());
    const names = Object.keys(found.totals);
    told.replaceChildren(h("ul", {}, ...found.changes.map((line) => h("li", {}, line)),
      ...names.filter((name) => found.totals[name] !== found.then[name]).map((name) => h("li", {}, `${name}: ${found.totals[name]} points become ${found.then[name]}`)),
      found.broken ? h("li", {}, `“${found.broken.text}” would no longer be possible: ${found.broken.why}`) : null),
    ...(found.changes.length ? [] : [h("p", {}, "That is how it was counted.")]));
  });
  show(`The table after: ${step.text}`, [h("p", {}, "A line for each space. ", h("code", {}, "red6^red2"), " is a red 2 on a red 6, ", h("code", {}, "?"), " a face that nobody sees."), input, told,
    h("div", { class: "row-end" }, button("Back", history, { class: "left" }), button("What would change?", check),
      button("Correct it", async () => { if (await desk.correct(step.entry, text())) close(); }, { class: "main" }))], true);
}

/** The whole table as text: the way to play without a camera for those who type. */
export function typed() {
  const { dice } = desk.desk.state;
  const lines = {};
  for (const die of dice) lines[die.space] = [...(lines[die.space] || []), die.word];
  const input = h("textarea", { "aria-label": "The table as text", spellcheck: "false", rows: "8" });
  input.value = Object.entries(lines).map(([space, words]) => `${space}: ${words.join(" ")}`).join("\n");
  const text = () => input.value.split("\n").map((line) => line.trim()).filter(Boolean).join(" | ");
  const spaces = (desk.desk.board ? desk.desk.board.spaces : []).map((space) => space.id).join(", ");
  show("The table as text", [h("p", {}, "A line for each space: ", h("code", {}, "red6^red2"), " is a red 2 on a red 6, ", h("code", {}, "a/b"), " the border of two spaces, ", h("code", {}, "~a"), " open ground near one."),
    h("p", {}, `Spaces: ${spaces}`), input, h("div", { class: "row-end" }, button("Cancel", close), button("It lies so", () => { const said = text(); close(); desk.tell(said); }, { class: "main" }))], true);
}

const KEYS = [["1 – 6", "answer the first question with that value"], ["0", "answer it with “no die there”"], ["Enter", "take the first guess"], ["u", "undo"], ["r", "redo"],
  ["p", "pause and go on"], ["a", "add a die"], ["t", "type the whole table"], ["m", "picture or map"], ["h", "history"], ["n", "matches"], ["?", "these keys"], ["Tab", "to every die, button and list; Enter opens it"]];

/** The keys. */
export const keys = () => show("Keys", [h("dl", { class: "keys" }, ...KEYS.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
  h("div", { class: "row-end" }, button("Close", close))]);

export { ownerOf };
