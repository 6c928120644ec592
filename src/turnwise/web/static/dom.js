// Small words for the page's own elements.

/** An element by its id; the page's template has it. @param {string} id @returns {any} */
export const at = (id) => document.getElementById(id);

/** @param {string} selector @returns {any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];

/** A new element. @param {string} tag @param {Record<string, any>} facts properties, else attributes @param {...(Node | string)} inner @returns {any} */
export function make(tag, facts = {}, ...inner) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(facts))
    if (name in made) Object.assign(made, { [name]: value });
    else made.setAttribute(name, value);
  made.append(...inner);
  return made;
}
