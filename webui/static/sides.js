// The columns beside the table: next steps, the score with a reason for every point, what happened.

import * as desk from "./desk.js";
import { badge } from "./dice.js";
import * as edit from "./edit.js";
import { h, sign } from "./dom.js";

const MANY = 4; // steps of one kind and player that are shown before the rest is folded away

const same = (a, b) => a.name === b.name && a.player === b.player && JSON.stringify(a.args) === JSON.stringify(b.args);

/** What may come next, by player; what the rules bar is shown with the reason. */
export function steps(match) {
  if (match.outcome) return h("p", {}, "The match is over.");
  const thrown = match.choices.find((choice) => !choice.no && choice.player && match.reads.some((move) => same(move, choice)));
  const names = new Set([...(thrown ? [thrown.player] : []), ...match.choices.map((choice) => choice.player)]);
  return [...names].map((name) => {
    const player = match.players.find((one) => one.name === name);
    const theirs = match.choices.filter((choice) => choice.player === name);
    const may = theirs.filter((choice) => !choice.no);
    const barred = theirs.filter((choice) => choice.no);
    return [
      h("p", { class: "whose" }, player ? badge(player) : null, name || "The table"),
      h("div", { class: "step-list" }, ...kinds(may).flatMap((kind) => folded(match, kind)),
        barred.length ? h("details", { open: !may.length && barred.length <= MANY }, h("summary", { "data-key": `barred-${name}` }, `${barred.length} not allowed now`),
          h("div", { class: "step-list" }, ...barred.map((choice) => step(match, choice)))) : null),
    ];
  });
}

const kinds = (choices) => [...new Set(choices.map((choice) => choice.name))].map((name) => choices.filter((choice) => choice.name === name));

function folded(match, kind) {
  const all = kind.map((choice) => step(match, choice));
  if (all.length <= MANY) return all;
  return [...all.slice(0, MANY - 1), h("details", {}, h("summary", { "data-key": `more-${kind[0].player}-${kind[0].name}` }, `${all.length - MANY + 1} more like these`), h("div", { class: "step-list" }, ...all.slice(MANY - 1)))];
}

function step(match, choice) {
  const seen = match.reads.some((move) => same(move, choice));
  const state = desk.desk.state;
  const thrown = seen && !choice.no && !state.camera && !state.moved && choice.args.find((arg) => match.players.some((player) => player.colours.includes(arg)));
  return h("button", {
    type: "button", class: `button step${choice.no ? " barred" : ""}`, "data-key": `step-${choice.player}-${choice.name}-${choice.args.join(",")}`, onclick: () => (thrown ? edit.add(null, thrown) : desk.play(choice)),
    title: thrown ? "Tell what lies there now" : seen ? "The camera takes this by itself; tap it to count the table as it lies" : null,
  }, seen ? sign("eye") : null, h("span", {}, spoken(choice), choice.no ? h("small", {}, choice.no) : null));
}

/** A step's words without the name that stands above it. */
const spoken = ({ player, text }) => {
  const short = player && text.startsWith(`${player}: `) ? text.slice(player.length + 2) : text;
  return short[0].toUpperCase() + short.slice(1);
};

/** The points of each player, by era. */
export function scores(match) {
  const titles = match.groups.map((group) => group.title);
  const sum = (group, name) => group.awards.filter((award) => award.player === name).reduce((all, award) => all + award.points, 0);
  const best = Math.max(...Object.values(match.totals));
  const rows = match.order.map((name) => {
    const player = match.players.find((one) => one.name === name);
    return h("tr", { class: match.totals[name] === best && best > 0 ? "lead" : null, "data-player": name },
      h("td", {}, h("span", { class: "name" }, badge(player), name)),
      ...match.groups.map((group) => h("td", {}, String(sum(group, name)))), h("td", { class: "sum" }, String(match.totals[name])));
  });
  const table = h("table", { class: "points" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "In turn order"), ...titles.map((title) => h("th", { scope: "col" }, title)), h("th", { scope: "col" }, "Total"))),
    h("tbody", {}, ...rows));
  const rulings = match.rulings.length ? h("p", { class: "rulings" }, `House rulings: ${match.rulings.join(", ")}`) : null;
  return [match.outcome ? outcome(match.outcome) : null, table, stacks(match), rulings];
}

/** The score track: a pile of markers on each number that has some, the one that plays first on top. */
function stacks(match) {
  const pile = ({ points, stack }) => h("li", {}, h("span", { class: "pile" }, ...stack.map((name) => badge(match.players.find((one) => one.name === name)))), h("span", { class: "at" }, String(points)),
    h("span", { class: "hidden" }, `: ${stack.join(" on ")}`));
  return match.players.length > 1 ? h("ol", { class: "track", "aria-label": "Score track" }, ...[...match.track].reverse().map(pile)) : null;
}

/** Every award with its reason, the newest era first. */
export const points = (match) => match.groups.map((group, n) => awards(match, group, n === match.groups.length - 1)).reverse();

const outcome = (end) => h("p", { class: "outcome" }, h("strong", {}, `${end.ranking[0].join(" and ")} ${end.ranking[0].length > 1 ? "win" : "wins"}. `), end.why);

function awards(match, group, open) {
  const titles = Object.fromEntries((desk.desk.board ? desk.desk.board.spaces : []).map((space) => [space.id, space.title]));
  const lines = group.awards.map((award) => h("li", {}, badge(match.players.find((player) => player.name === award.player)), h("span", { class: "plus" }, `+${award.points}`),
    h("span", {}, award.where && !award.why.includes(titles[award.where]) ? h("em", {}, `${titles[award.where] || award.where}: `) : null, award.why, h("span", { class: "hidden" }, `, ${award.player}`))));
  return h("details", { class: "awards", open }, h("summary", { "data-key": `group-${group.title}` }, group.title), h("ul", { class: "award-list" }, ...lines));
}

/** The news of the last step, and the steps before it. */
export function news({ lines, steps }) {
  return h("ul", {}, ...[...lines, ...steps].map((line) => h("li", {}, line)));
}
