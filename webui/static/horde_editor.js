// The editor for a table's own sheets: text on the left, what is missing and how it looks on the right.

import { button, byId, h, toast } from "./dom.js";
import { attempt, get, post } from "./feed.js";

const PAUSE = 350; // ms of rest after the last key before the text is checked

const PARTS = {
  tower: {
    Segment: '[[segment]]\nupper = [1, 2]\nlower = [3, 4]\nbarricades = 2\n',
    Tower: '[[tower]]\nid = "new"\ntitle = "New tower"\ncolour = "green"      # green, yellow, blue or red\nsegment = 1\nrow = "upper"\nhearts = 4\ncharges = [1, 3]      # at which damage a charge is readied\nred = [1, 4]          # damage: first level, top level\ngreen = [1, 3]        # targets\nblue = [2, 4]         # range\narmour = 2\n',
    "Round segment": '[[round]]\nhorde = [["A", "move", "attack"], ["B", "heal"], ["C"]]\nupper = ["attack any", "upgrade"]\nlower = ["barricade", "trap", ["attack red", "attack blue"]]   # in brackets: one of them\n',
  },
  ruler: {
    Scroll: '[[scroll]]\nid = "new"\ntitle = "New scroll"\nessence = ["A", "A", "B", "C"]\nupper = "shield"\nlower = "storm"\n',
  },
};

const page = { timer: 0, asked: 0, kind: "" };

async function list(chosen) {
  const { sheets } = await get("/horde/sheets");
  byId("sheet").replaceChildren(...sheets.map((one) => h("option", { value: `${one.kind}/${one.id}`, selected: `${one.kind}/${one.id}` === chosen },
    `${one.kind === "tower" ? "Tower sheet" : "Ruler sheet"}: ${one.title}${one.own ? " (own)" : ""}${one.trouble ? ", cannot be used" : ""}`)));
}

async function load() {
  const [kind, id] = byId("sheet").value.split("/");
  byId("words").value = (await get(`/horde/sheets/${kind}/${encodeURIComponent(id)}`)).text;
  await check();
}

async function check() {
  const number = (page.asked += 1);
  const found = await post("/horde/check", { text: byId("words").value });
  if (number !== page.asked) return;
  parts(found.kind);
  byId("problems").replaceChildren(...(found.problems.length
    ? found.problems.map((one) => h("li", {}, one.key ? h("code", {}, one.key) : null, one.key ? ` ${one.reason}` : one.reason))
    : [h("li", { class: "good" }, "Nothing: this sheet can be played.")]));
  byId("save").disabled = found.problems.length > 0;
  if (found.drawing) draw(found.drawing);
}

function draw(svg) {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  byId("drawing").replaceChildren(document.importNode(drawn, true));
}

function parts(kind) {
  if (page.kind === kind) return;
  page.kind = kind;
  byId("parts").replaceChildren(...Object.entries(PARTS[kind]).map(([name, text]) => button(`+ ${name}`, () => insert(text))));
}

function insert(text) {
  const words = byId("words");
  words.value = `${words.value.trimEnd()}\n\n${text}`;
  words.scrollTop = words.scrollHeight;
  attempt(check);
}

async function save() {
  const { sheet } = await post("/horde/save", { text: byId("words").value });
  await list(`${sheet.kind}/${sheet.id}`);
  toast(`${sheet.title} is kept as a sheet of your own; a new match can be played on it.`);
}

async function remove() {
  const [kind, id] = byId("sheet").value.split("/");
  await post("/horde/remove", { kind, id });
  await list("");
  toast("The sheet is gone; matches that were begun on it keep theirs.");
}

byId("words").addEventListener("input", () => {
  clearTimeout(page.timer);
  page.timer = setTimeout(() => attempt(check), PAUSE);
});
byId("load").addEventListener("click", () => attempt(load));
byId("save").addEventListener("click", () => attempt(save));
byId("remove").addEventListener("click", () => attempt(remove));
attempt(async () => { await list(""); await load(); });
