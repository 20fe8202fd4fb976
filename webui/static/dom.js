// Small tools for making elements. Text always goes in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: h("p", {class: "word"}, "text", other). */
export const h = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

/** One of the drawn signs of signs.svg. */
export const sign = (name) => s("svg", { "aria-hidden": "true" }, s("use", { href: `/static/signs.svg#${name}` }));

export const byId = (id) => document.getElementById(id);

/** A button that acts. */
export const button = (text, act, more = {}) =>
  h("button", { type: "button", ...more, class: `button ${more.class || ""}`, onclick: act }, text);

const drawn = new Map();

/** Redraw a part of the page only when its values changed, and keep the focus where it was. */
export function part(id, values, draw) {
  const told = JSON.stringify(values);
  if (drawn.get(id) === told) return;
  drawn.set(id, told);
  const place = byId(id);
  const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  place.replaceChildren(...[draw(values)].flat(9).filter(Boolean));
  if (key) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** Draw a part anew although its values are the same. */
export const forget = (id) => drawn.delete(id);

let clearing = 0;

/** Say something at the bottom of the page for a while. */
export function toast(text) {
  const place = byId("toast");
  place.textContent = text;
  place.hidden = false;
  clearTimeout(clearing);
  clearing = setTimeout(() => (place.hidden = true), 6000);
}
