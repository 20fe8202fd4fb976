// Dice Horde beside the table: the step that is due, what differs from it, the ruler's sheet, and a new match of it.

import * as desk from "./desk.js";
import { button, byId, h, part } from "./dom.js";
import { attempt, get } from "./feed.js";

export const GAME = "dice-horde";
const TYPES = [["A", "yellow"], ["B", "red"], ["C", "green"], ["Round die", "white"]];

/** The card of the game, or nothing for another one. */
export function card(state) {
  const told = state.horde;
  byId("horde").hidden = !told;
  document.body.classList.toggle("solo", Boolean(told));
  if (!told) return;
  part("horde-body", { ...told, entries: state.match.entries, over: Boolean(state.match.outcome), camera: state.camera }, (values) => [due(values), warnings(values), acts(values), sheets(values)]);
}

function due(told) {
  const where = h("p", { class: "horde-round" }, `Round ${told.round} of ${told.rounds}`, h("span", {}, `gate ${told.gate} of ${told.durability}`));
  if (told.over) return where;
  if (!told.instruction) return [where, h("p", { class: "horde-due yours" }, "Your choice: see the next steps.")];
  return [where, h("p", { class: "horde-due", "aria-live": "polite" }, told.instruction[0].toUpperCase() + told.instruction.slice(1)),
    h("p", { class: "horde-hint" }, told.camera ? "Ticked off when the camera sees it; tap where it only marks paper." : "Do it on the table and tick it off.")];
}

function warnings(told) {
  const lines = [...told.differs.map((line) => `Lies otherwise: ${line}`), ...told.counts];
  return lines.length ? h("ul", { class: "horde-odd" }, ...lines.map((line) => h("li", {}, line))) : null;
}

function acts(told) {
  return h("div", { class: "answers" },
    told.step ? button("Done", () => desk.play({ ...told.step, text: told.instruction, no: "" }), { class: "main", "data-key": "horde-done", id: "horde-done" }) : null,
    told.back ? button("Back to my last choice", back, { "data-key": "horde-back" }) : null);
}

const back = () => desk.hordeBack();

function sheets(told) {
  return [h("img", { class: "horde-ruler", src: `/horde/ruler.svg?${told.entries}`, alt: "The ruler sheet: skulls, prices, essences and scrolls with their marks" }),
    h("p", { class: "horde-links" }, h("a", { href: "/horde/print", target: "_blank" }, "Print both sheets"), h("a", { href: "/horde/print?blank=1", target: "_blank" }, "Print empty ones"),
      h("a", { href: "/horde/editor", target: "_blank" }, "Sheets of our own"))];
}

/** Tick the step off that is due, if there is one. */
export function done() {
  const button = byId("horde-done");
  if (button) button.click();
}

const select = (options, chosen) => h("select", {}, ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

/** The fields for a new match: who plays, on which sheets, with which dice. `values()` is what the server wants. */
export function fields(colours) {
  const name = h("input", { type: "text", maxlength: 40, autocomplete: "off" });
  const tower = h("select", {});
  const ruler = h("select", {});
  const dice = TYPES.map(([, colour]) => select(colours.map((one) => [one, one]), colour));
  const known = { sheets: [] };
  const follow = () => { const one = known.sheets.find((sheet) => sheet.kind === "tower" && sheet.id === tower.value); if (one) ruler.value = one.ruler; };
  attempt(async () => {
    known.sheets = (await get("/horde/sheets")).sheets;
    const options = (kind) => known.sheets.filter((sheet) => sheet.kind === kind && !sheet.trouble)
      .map((sheet) => h("option", { value: sheet.id }, `${sheet.title}${sheet.rounds ? `, ${sheet.rounds} rounds` : ""}${sheet.own ? " (own)" : ""}`));
    tower.replaceChildren(...options("tower"));
    ruler.replaceChildren(...options("ruler"));
    follow();
  });
  tower.addEventListener("change", follow);
  const node = h("div", { class: "form", hidden: true, id: "horde-fields" }, h("label", {}, "Your name", name),
    h("div", { class: "row" }, h("label", {}, "Tower sheet", tower), h("label", {}, "Ruler sheet", ruler)),
    h("fieldset", {}, h("legend", {}, "Dice: four of each type, one for the rounds"), h("div", { class: "row" }, ...TYPES.map(([title], n) => h("label", {}, title, dice[n])))),
    h("p", {}, h("a", { href: "/horde/editor", target: "_blank" }, "Sheets of our own")));
  const values = () => ({ board: `${tower.value}+${ruler.value}`, players: name.value.trim() ? [{ name: name.value.trim(), colours: dice.map((one) => one.value) }] : [], options: [] });
  return { node, values };
}
