// What people do: every act names how much of the match this page has seen, so that two phones never act on old news.

import { confirmed, reasoned } from "./dialog.js";
import { h } from "./dom.js";
import { attempt, get, post } from "./feed.js";

export const desk = { state: null, board: null, show: () => {} };

const seen = (more) => ({ after: desk.state.match.entries, reading: desk.state.match.reading, ...more });

/** Send an act; a refusal because a later step would break is asked about, one because of old news redraws the page. */
async function act(path, body) {
  try {
    desk.show(await post(path, seen(body)));
  } catch (why) {
    if (why.said && why.said.breaks) {
      const text = `${why.message} Go back to before that step and correct it all the same?`;
      if (await confirmed("That changes what came later", text, "Correct and go back")) return act(path, { ...body, back: true });
      return null;
    }
    if (why.said && why.said.complaints) {
      const reason = await reasoned("That cannot be by the rules", h("ul", {}, ...why.said.complaints.map((line) => h("li", {}, line))), "It lies so all the same");
      return reason === null ? null : act(path, { ...body, anyway: true, reason });
    }
    if (why.status === 409) desk.show(await get("/state"));
    throw why;
  }
  return null;
}

const tried = (path, body = {}) => attempt(() => act(path, body));

/** A step that takes the table as it lies; where that looks odd, people are asked. */
async function seenSo(choice, step) {
  try {
    await act("/play", step);
  } catch (why) {
    if (why.status !== 422) throw why;
    const reason = await reasoned("The table does not show that", why.message, "Do it anyway");
    if (reason !== null) await act("/play", { ...step, anyway: true, reason });
  }
}

export const play = async (choice) => {
  const step = { name: choice.name, player: choice.player, args: choice.args };
  if (!choice.no) return attempt(() => seenSo(choice, step));
  const reason = await reasoned("The rules bar this", `${choice.text}: ${choice.no}.`, "Do it anyway");
  return reason === null ? false : tried("/play", { ...step, anyway: true, reason });
};
export const undo = () => tried("/undo");
export const redo = () => tried("/redo");
export const hordeBack = () => tried("/horde/back");
export const mend = () => tried("/mend");
export const take = (guess, reason = "") => tried("/take", { guess, reason });
/** A guess that is odd by the rules: people say why it is so all the same. */
export const insist = async (guess, odd) => {
  const reason = await reasoned("That is odd by the rules", h("ul", {}, ...odd.map((line) => h("li", {}, line))), "It is so");
  return reason === null ? false : take(guess, reason);
};
export const tell = (table) => tried("/table", { table });
export const leave = () => tried("/leave");
export const count = () => tried("/count");
export const answer = (doubt, likely) => tried("/answer", { doubt, likely });
export const none = async (doubts) => {
  for (let n = doubts - 1; n >= 0; n -= 1) if (!(await answer(n, null))) return;
};
export const change = (die, word, space) => tried("/die", { die, word, space });
export const remove = (die) => tried("/die", { die });
export const add = (body) => tried("/dice", body);
export const correct = (entry, table) => tried("/correct", { entry, table });
export const dry = (entry, table) => post("/correct", seen({ entry, table, dry: true }));

const plain = (path, body) => attempt(async () => desk.show(await post(path, body)));

export const pause = (paused) => plain("/pause", { paused });
export const setMode = (mode) => plain("/mode", { mode });
export const setCamera = (camera) => plain("/camera", { camera });
export const setCorners = (points) => plain("/corners", { points });
export const begin = (match) => plain("/matches", match);
export const open = (id) => plain(`/matches/${encodeURIComponent(id)}/open`, {});
