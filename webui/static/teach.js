// Teach my dice: pictures come, what was found in them is corrected, and a profile is learned and kept.

import { close, confirmed, isOpen, show as ask } from "./dialog.js";
import { picture } from "./dice.js";
import { button, byId, h, s, toast } from "./dom.js";
import { attempt, get, post } from "./feed.js";

const COLOURS = ["red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "white", "grey", "black"];
const BIG = 30 * 1024 * 1024; // bytes of a picture that are sent at most
const state = { lesson: null, profiles: [] };

/** Send a file as it is; its name goes along in a header. */
async function send(path, file, type) {
  const answer = await fetch(path, { method: "POST", body: file, headers: { "Content-Type": type, "X-Pipsight": "1", "X-Name": encodeURIComponent(file.name) } });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(said.error || `${file.name}: ${answer.status}`), { status: answer.status });
  return said;
}

function draw(told) {
  if (told) Object.assign(state, told);
  const { lesson, profiles } = state;
  const focused = document.activeElement?.dataset?.key;
  byId("pictures").replaceChildren(...lesson.pictures.map(shot));
  byId("coverage").replaceChildren(coverage(lesson));
  byId("wanted").textContent = lesson.wanted ? `Still needed: ${lesson.wanted}.` : "Ready. Learning takes some seconds.";
  byId("learn").disabled = Boolean(lesson.wanted);
  byId("clear").disabled = !lesson.pictures.length;
  byId("profiles").replaceChildren(known(profiles));
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

// the pictures

function shot(one) {
  const svg = s("svg", { viewBox: `0 0 ${one.width} ${one.height}`, role: "group", "aria-label": `Dice found in ${one.name}` }, ...one.finds.map((find, n) => mark(one, find, n)));
  const frame = h("div", { class: "frame" }, h("img", { src: `/teach/picture/${one.id}.jpg`, alt: `${one.name}, ${one.finds.length} finds` }), svg);
  frame.style.aspectRatio = `${one.width} / ${one.height}`;
  frame.style.maxWidth = `calc(72vh * ${one.width / one.height})`;
  const there = one.finds.filter((find) => !find.gone).length;
  return h("figure", { class: "shot", "data-picture": one.id }, frame, h("figcaption", {}, h("strong", {}, one.name), h("span", { class: "soft" }, there === 1 ? "1 die" : `${there} dice`),
    button("Take out", () => change("/teach/drop", { picture: one.id }), { "data-key": `drop-${one.id}`, "aria-label": `Take out ${one.name}` })));
}

function mark(one, find, n) {
  const [x, y, w, height] = find.box;
  const size = Math.max(0.42 * Math.max(w, height), one.width / 42);
  const word = find.gone ? "✕" : find.value ?? "?";
  const unsure = !find.gone && !find.said && !find.accepted;
  const label = find.gone ? `Find ${n + 1}, no die` : `Die ${n + 1}: ${find.colour} ${find.value ?? "not read"}${find.said ? ", said by you" : `, ${Math.round(find.certainty * 100)} % sure`}`;
  const open = () => correct(one, n);
  return s("g", {
    class: `find c-${find.colour}${find.gone ? " gone" : ""}${unsure ? " unsure" : ""}${find.said ? " said" : ""}`, tabindex: 0, role: "button", "aria-label": label, "data-key": `find-${one.id}-${n}`,
    onclick: open, onkeydown: (event) => key(event, one, n, open),
  }, s("rect", { class: "hit", x, y, width: w, height }), s("rect", { class: "halo", x, y, width: w, height, rx: w * 0.12 }), s("rect", { class: "ring", x, y, width: w, height, rx: w * 0.12 }),
  s("circle", { class: "tag", cx: x + w, cy: y, r: size * 0.62 }), s("text", { class: "value", x: x + w, y, "font-size": size * 0.9 }, String(word)));
}

function key(event, one, n, open) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[1-6]$/.test(event.key)) change("/teach/die", { picture: one.id, die: n, value: Number(event.key) });
  else if (event.key === "Delete" || event.key === "Backspace") change("/teach/die", { picture: one.id, die: n, gone: !one.finds[n].gone });
  else if (event.key === "Enter" || event.key === " ") open();
  else return;
  event.preventDefault();
}

/** Correct one find: a tap on a value is all that a misread needs. */
function correct(one, n) {
  const find = one.finds[n];
  const say = (more) => { close(); change("/teach/die", { picture: one.id, die: n, ...more }); };
  const read = find.read ? `Read as ${find.read}, ${Math.round(find.certainty * 100)} % sure.` : "No face could be read.";
  ask(`What does this die show?`, [
    h("p", {}, read),
    h("div", { class: "faces" }, ...[1, 2, 3, 4, 5, 6].map((value) => h("button", {
      type: "button", class: "face", "aria-label": `Value ${value}`, "aria-pressed": String(!find.gone && value === find.value), "data-face": value, onclick: () => say({ value }),
    }, picture(find.colour, value)))),
    h("p", {}, "Your word for its colour:"),
    h("div", { class: "swatches", role: "group", "aria-label": "Colour" }, ...COLOURS.map((colour) => h("button", {
      type: "button", class: "button", "aria-pressed": String(colour === find.colour), onclick: () => say({ colour }),
    }, h("span", { class: `badge c-${colour}`, "aria-hidden": "true" }, " "), colour))),
    h("div", { class: "row-end" }, find.gone ? button("It is a die", () => say({ gone: false }), { class: "left" }) : button("No die there", () => say({ gone: true }), { class: "bad left" }), button("Cancel", close)),
  ]);
}

// what they show

function coverage(lesson) {
  const dice = lesson.pictures.flatMap((one) => one.finds).filter((find) => !find.gone && find.value);
  if (!dice.length) return h("p", { class: "soft" }, "No dice yet.");
  const colours = [...new Set(dice.map((find) => find.colour))].sort();
  const seen = (colour, face) => dice.filter((find) => find.colour === colour && find.value === face).length;
  const row = (colour) => h("tr", {}, h("th", { scope: "row", class: `c-${colour}` }, h("span", { class: "swatch", "aria-hidden": "true" }), colour),
    ...[1, 2, 3, 4, 5, 6].map((face) => (seen(colour, face) ? h("td", {}, String(seen(colour, face))) : h("td", { class: "none", title: `no ${colour} ${face} yet` }, "–"))));
  const gaps = Object.entries(lesson.missing).map(([colour, faces]) => `${colour} ${faces.join(", ")}`);
  const sum = `${lesson.dice} dice in ${lesson.pictures.length} picture${lesson.pictures.length === 1 ? "" : "s"}. `;
  return h("div", {}, h("table", { class: "cover" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Seen"), ...[1, 2, 3, 4, 5, 6].map((face) => h("th", { scope: "col" }, String(face))))), h("tbody", {}, ...colours.map(row))),
    h("p", { class: "soft" }, sum, gaps.length ? `Not seen yet: ${gaps.join("; ")}. They are read too, but nothing is known of how well.` : "Every face of every colour is there."));
}

const percent = (share) => `${Math.round(100 * share)} %`;

function gains(gain) {
  const row = (title, [before, after], told = String, less = false) => h("tr", {}, h("th", { scope: "row" }, title), h("td", {}, told(before)), h("td", { class: (less ? after < before : after > before) ? "better" : null }, told(after)));
  return h("table", { class: "gain" }, h("thead", {}, h("tr", {}, h("th", {}, ""), h("th", { scope: "col" }, "before"), h("th", { scope: "col" }, "after"))), h("tbody", {},
    row(`Read right, of ${gain.dice}`, gain.right), row("of them without a question", gain.accepted), row("Wrong and sure", gain.sure_wrong, String, true),
    row("Certainty of the true value", gain.certainty, percent), row("Colours named as you do", gain.named)));
}

const used = (gain) => (gain.reads && gain.names ? "Values and colours are read by it." : gain.reads ? "Values are read by it; colours were as good without." : "Colours are named by it; values were read as well without.");

// what is kept

function known(profiles) {
  if (!profiles.length) return h("p", { class: "soft" }, "None yet. What you teach is chosen when a match is begun.");
  return h("ul", { class: "known" }, ...profiles.map((one) => h("li", { "data-profile": one.id }, h("strong", {}, one.name),
    one.trouble ? h("p", { class: "trouble" }, `Left out: ${one.trouble}`) : h("p", { class: "soft" }, `${one.gain.colours.join(", ")}; ${one.gain.dice} dice, ${one.gain.made}. ${one.gain.right[0]} of ${one.gain.dice} were read right before, ${one.gain.right[1]} after.`),
    h("div", { class: "acts" }, one.trouble ? null : h("a", { class: "button", href: `/teach/profiles/${one.id}.json`, download: "", "aria-label": `Export ${one.name}` }, "Export"),
      button("Remove", async () => { if (await confirmed("Forget these dice?", `${one.name} will be gone; matches go on without it.`, "Forget them")) change(`/teach/profiles/${one.id}/remove`, {}); }, { class: "bad", "aria-label": `Remove ${one.name}` })))));
}

// acts

const change = (path, body) => attempt(async () => draw(await post(path, body)));

let waiting = 0;

/** Do something that takes a moment; the page says what. Answers what went wrong, which is told unless `quiet`. */
async function busy(text, what, quiet = false) {
  waiting += 1;
  let wrong = "";
  byId("busy").hidden = false;
  byId("busy").textContent = text;
  byId("shoot").disabled = byId("learn").disabled = true;
  try {
    await what();
  } catch (why) {
    wrong = why.message;
    if (!quiet) toast(wrong);
  } finally {
    waiting -= 1;
    if (!waiting) { byId("busy").hidden = true; byId("shoot").disabled = !byId("camera").value; byId("learn").disabled = Boolean(state.lesson?.wanted); }
  }
  return wrong;
}

async function upload(files) {
  const wrong = [];
  for (const file of files) {
    wrong.push(await busy(`Reading ${file.name}`, async () => {
      if (file.size > BIG) throw new Error(`${file.name}: ${Math.round(file.size / 1048576)} MiB; at most 30 are read`);
      draw(await send("/teach/pictures", file, "application/octet-stream"));
    }, true));
  }
  byId("said").textContent = `${state.lesson.dice} dice in ${state.lesson.pictures.length} pictures`;
  const told = wrong.filter(Boolean);
  byId("trouble").replaceChildren(...(told.length ? [h("ul", {}, ...told.map((why) => h("li", {}, why)))] : []));
}

function failed(why) {
  byId("result").replaceChildren(h("div", { class: "result bad" }, h("strong", {}, "Not kept: "), why));
}

async function learn(replace = false) {
  byId("result").replaceChildren();
  await busy("Learning: every die is looked at in many ways", async () => {
    try {
      const { saved } = await post("/teach/save", { name: byId("name").value, replace });
      draw(await get("/teach/lesson"));
      byId("name").value = "";
      byId("result").replaceChildren(h("div", { class: "result" }, h("strong", {}, `${saved.name} is kept. `), used(saved), ` It took ${saved.seconds} s. When each picture is read by what the others taught:`, gains(saved)));
    } catch (why) {
      if (why.status !== 409) return failed(why.message);
      if (await confirmed("That name is taken", why.message, "Replace them")) return learn(true);
    }
    return null;
  });
}

async function takeIn(file) {
  await busy(`Reading ${file.name}`, async () => {
    try {
      draw(await send("/teach/profiles", file, "application/json"));
    } catch (why) {
      if (why.status !== 409) throw why;
      if (await confirmed("That name is taken", why.message, "Replace them")) draw(await send("/teach/profiles?replace=1", file, "application/json"));
    }
  });
}

async function cameras() {
  const found = await get("/cameras").catch(() => ({ cameras: [] }));
  const there = found.cameras.filter((one) => one.spec);
  byId("camera").replaceChildren(...(there.length ? there.map((one) => h("option", { value: one.spec }, one.name)) : [h("option", { value: "" }, "no camera found")]));
  byId("shoot").disabled = !there.length;
}

byId("files").addEventListener("change", async (event) => { await upload([...event.target.files]); event.target.value = ""; });
byId("import").addEventListener("change", async (event) => { if (event.target.files.length) await takeIn(event.target.files[0]); event.target.value = ""; });
byId("shoot").addEventListener("click", () => busy("Taking a picture", async () => draw(await post("/teach/camera", { camera: byId("camera").value }))));
byId("clear").addEventListener("click", async () => { if (await confirmed("Start over?", "The pictures and your corrections are put away.", "Start over")) change("/teach/drop", {}); });
byId("save").addEventListener("submit", (event) => { event.preventDefault(); learn(); });
document.addEventListener("keydown", (event) => {
  if (isOpen() && /^[1-6]$/.test(event.key) && !event.target.matches("input, textarea, select")) byId("dialog").querySelector(`[data-face="${event.key}"]`)?.click();
});
for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => { event.preventDefault(); if (kind === "drop" && event.dataTransfer.files.length) upload([...event.dataTransfer.files]); });

attempt(async () => draw(await get("/teach/lesson")));
cameras();
