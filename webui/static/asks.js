// Questions to the people: a die that is not sure, a table that can be explained in several ways, a board not found.

import * as desk from "./desk.js";
import { picture } from "./dice.js";
import { button, h } from "./dom.js";

const SHOWN = 3; // doubts at once; more would bury the table

const list = (lines) => (lines.length ? h("ul", {}, ...lines.map((line) => h("li", {}, line))) : null);

/** What the questions need of a state: nothing that changes while they stay the same. */
export const asked = (state) => ({
  doubts: state.doubts.map((doubt) => ({ ...doubt, on: state.dice[doubt.die] })), guesses: state.guesses, moved: state.moved, broken: state.match.broken,
  steps: state.match.history.length > 0, board: state.moment.word === "no board" ? state.moment.why : null, frame: state.view ? state.view.frame : 0,
});

/** All that is asked now, the most pressing first. */
export function asks(state, on) {
  const cards = [];
  if (state.board !== null) cards.push(noBoard(state, on));
  if (state.broken) cards.push(broken(state.broken));
  cards.push(...state.doubts.slice(0, SHOWN).map((doubt, n) => doubted(state, doubt, n, on)));
  if (state.doubts.length > SHOWN) cards.push(more(state.doubts.length));
  if (!state.doubts.length && state.guesses.length) cards.push(guesses(state));
  else if (!state.doubts.length && state.moved) cards.push(moved(state));
  return cards;
}

function more(all) {
  return h("article", { class: "ask calm" }, h("p", { class: "question" }, `${all - SHOWN} more to be asked`),
    h("p", {}, "Does the camera take something printed or lying about for dice? It is not asked about again once you say so."),
    h("div", { class: "answers" }, button(`None of the ${all} is a die`, () => desk.none(all), { "data-key": "none-of-all" })));
}

function noBoard(state, on) {
  return h("article", { class: "ask bad" }, h("p", { class: "question" }, "The board is not found in the picture."),
    h("p", {}, state.board), h("div", { class: "answers" },
      button("Mark its four corners", on.corners, { class: "main", "data-key": "mark" })));
}

function broken(why) {
  return h("article", { class: "ask bad" }, h("p", { class: "question" }, "A step no longer fits what was said before it."),
    h("p", {}, why.why), h("div", { class: "answers" }, button("Go back to before it", desk.mend, { class: "main", "data-key": "mend" })));
}

function doubted(state, doubt, n, on) {
  const die = doubt.on;
  const image = die && die.seen >= 0
    ? h("img", { class: "crop", alt: "The die as the camera sees it", src: `/crop/${state.frame}/${die.seen}.jpg` }) : null;
  const same = (likely) => die && likely.colour === die.colour && likely.space === die.space;
  const answers = doubt.likely.map((likely, k) => h("button", {
    type: "button", class: `button${same(likely) ? " big" : ""}${k === 0 ? " first" : ""}`, "data-key": `answer-${n}-${k}`, onclick: () => desk.answer(n, k),
    "aria-label": `It is ${likely.word.replace(/\^/g, " under ")} in ${likely.place}`,
  }, same(likely) ? [small(likely), String(likely.face || "?")] : `${likely.colour} ${likely.face || "?"}, ${likely.place}`));
  return h("article", { class: "ask doubt-card" }, h("p", { class: "question" }, doubt.text[0].toUpperCase() + doubt.text.slice(1)), h("div", { class: "with-crop" }, image,
    h("div", { class: "answers" }, ...answers)), h("div", { class: "answers rest" },
      button("Another value…", () => on.die(doubt.die), { "data-key": `other-${n}` }),
      button("No die there", () => desk.answer(n, null), { "data-key": `none-${n}` })));
}

function small(die) {
  const image = picture(die.colour, die.face);
  image.setAttribute("width", "34");
  image.setAttribute("height", "34");
  return image;
}

function guesses(state) {
  const found = state.guesses.map((guess, n) => button([
    guess.texts.join(", then "), ...[...guess.left.map((line) => `also: ${line}`), ...guess.odd.map((line) => `but ${line}`)].map((line) => h("small", {}, line)),
  ], () => (guess.odd.length ? desk.insist(n, guess.odd) : desk.take(n)), { class: n === 0 && !guess.odd.length && !guess.left.length ? "main" : "", "data-key": `guess-${n}` }));
  return h("article", { class: "ask" }, h("p", { class: "question" }, "What was done?"), list(state.moved ? state.moved.changes : []),
    h("div", { class: "answers tall" }, ...found, ...instead(state)));
}

function moved(state) {
  const { due, changes, note } = state.moved;
  const title = due ? "Now set it so on the table:" : note ? `${note[0].toUpperCase()}${note.slice(1)}:` : "The table lies otherwise than counted:";
  return h("article", { class: "ask calm" }, h("p", { class: "question" }, title), list(changes),
    due ? null : h("div", { class: "answers" }, ...instead(state)));
}

const instead = (state) => [
  state.steps ? button(["Count it as it lies", h("small", {}, "corrects the last step's table")], desk.count, { "data-key": "count" }) : null,
  state.moved && state.moved.note ? null : button("Do not count it", desk.leave, { "data-key": "leave" }),
].filter(Boolean);
