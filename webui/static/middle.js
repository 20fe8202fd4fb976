// The pages of lava and black hole: a picture goes up, the answer comes back and is drawn over the picture.

import { byId, h, s, toast } from "./dom.js";

const { kind } = document.body.dataset;
const page = { areas: [], again: null };

const wishes = () => ({ highest: Boolean(byId("highest")?.checked), chosen: page.areas });

async function post(path, body, json = true) {
  const answer = await fetch(`/middle/${kind}/${path}`, { method: "POST", headers: { "X-Pipsight": "1", "Content-Type": json ? "application/json" : body.type || "image/jpeg" }, body: json ? JSON.stringify(body) : body });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

async function asked(again) {
  page.again = again;
  try {
    show(await again());
  } catch (why) {
    toast(why.message);
  }
}

const fromPicture = (file) => () => post(`picture?highest=${wishes().highest ? 1 : 0}&areas=${page.areas.join(",")}`, file, false);
const fromCamera = () => post("camera", wishes());
const fromTable = () => post("table", { ...wishes(), table: byId("table").value.split("\n").map((line) => line.trim()).filter(Boolean).join(" | ") });

const list = (title, lines) => (lines.length ? [h("h2", {}, title), h("ul", {}, ...lines.map((line) => h("li", {}, line)))] : []);

function show(said) {
  byId("table").value = said.table.replaceAll(" | ", "\n");
  byId("answer").replaceChildren(
    ...list("Not sure, correct it in the table", said.doubts), ...said.named.map((one) => h("p", { class: "lead" }, one.text)),
    ...list("These go", said.go.map((one) => one.why)), ...list("These stay", [...said.stay, ...said.brim].map((one) => one.why)));
  marks(said);
  areas(said);
}

function marks({ size, dice }) {
  if (!size) return byId("marks").replaceChildren();
  byId("marks").setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  return byId("marks").replaceChildren(...dice.map((die) => s("polygon", { class: `mark ${die.fate}`, points: die.top.map((p) => p.join(",")).join(" ") }, s("title", {}, die.die))));
}

function areas({ named }) {
  const place = byId("areas");
  if (!place) return;
  const open = named.some((one) => one.numbers.length > 1);
  place.hidden = !open && !page.areas.length;
  place.replaceChildren(h("legend", {}, "The owner of a 6 chooses the area"), ...[1, 2, 3, 4, 5].map((n) => h("button", {
    type: "button", class: "button", "aria-pressed": String(page.areas.includes(n)), onclick: () => { page.areas = open ? [...page.areas, n] : [n]; asked(page.again); },
  }, String(n))));
}

byId("file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (!file) return;
  page.areas = [];
  byId("picture").src = URL.createObjectURL(file);
  byId("shown").hidden = false;
  asked(fromPicture(file));
});
byId("camera").addEventListener("click", () => { page.areas = []; byId("picture").src = `/frame.jpg?after=0&now=${Date.now()}`; byId("shown").hidden = false; asked(fromCamera); });
byId("ask").addEventListener("click", () => { page.areas = []; asked(fromTable); });
byId("highest")?.addEventListener("change", () => page.again && asked(page.again));
