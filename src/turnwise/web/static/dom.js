// Small words for the page's own elements.

/** An element by its id; the page's template has it. @returns {any} */
export const at = (id = "") => document.getElementById(id);

/** @returns {any[]} */
export const all = (selector = "") => [...document.querySelectorAll(selector)];

/** Set attributes. @param {Element} one @param {Facts} facts */
export function dress(one, facts) {
  for (const name in facts) one.setAttribute(name, facts[name]);
}

/** @type {Make} */
export function make(tag, facts = {}, ...inner) {
  const [name, drawn] = tag.split(":").reverse();
  const made = document.createElementNS(`http://www.w3.org/${drawn ? "2000/svg" : "1999/xhtml"}`, name);
  dress(made, facts);
  made.append(...inner.filter((one) => one !== false));
  return made;
}

/** Say something in its line; nothing hides it. */
export function show(id = "", said = "") {
  at(id).textContent = said;
  at(id).hidden = !said;
}

/** Open a dialog; what it is closed with. */
export function answer(id = "") {
  const dialog = at(id);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((go) => (dialog.onclose = () => go(dialog.returnValue)));
}

export const pause = (ms = 0) => new Promise((on) => setTimeout(on, ms));

/** Where arrows lead. @type {Ways} */
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether something is switched on here; `usual`: if it never was switched. */
export const on = (name = "", usual = true) => (localStorage[name] ?? (usual ? "on" : "off")) === "on";
