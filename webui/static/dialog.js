// One dialog element for all: it keeps the focus, and Escape closes it.

import { button, byId, h } from "./dom.js";

/** Show a dialog with a title; answers its close function. */
export function show(title, body, wide = false) {
  const box = byId("dialog");
  box.classList.toggle("wide", wide);
  byId("dialog-body").replaceChildren(h("h2", { id: "dialog-title" }, title), ...[body].flat(9).filter(Boolean));
  if (!box.open) box.showModal();
  return close;
}

export const close = () => byId("dialog").close();
export const isOpen = () => byId("dialog").open;

/** Ask for a yes and for the reason; answers the reason, or null where the people leave it. */
export async function reasoned(title, text, yes) {
  const why = h("input", { type: "text", maxlength: 200, "aria-label": "Why?", placeholder: "Why? It is kept in the record" });
  return (await confirmed(title, [text, why], yes)) ? why.value.trim() || "the players agreed" : null;
}

/** Ask for a yes; answers true or false. */
export function confirmed(title, text, yes) {
  return new Promise((done) => {
    const box = byId("dialog");
    box.addEventListener("close", () => done(box.returnValue === "yes"), { once: true });
    box.returnValue = "";
    show(title, [h("p", {}, ...[text].flat()), h("div", { class: "row-end" },
      button("Leave it", close), button(yes, () => box.close("yes"), { class: "main" }))]);
  });
}
