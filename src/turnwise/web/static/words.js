// Sentences: the page brings those of its language along.

/** @type {Texts} */
const known = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** Fill a template in. @param {string} template @param {Record<string, unknown>} [given] */
export function say(template, given = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in given ? String(given[name]) : whole));
}

/** A sentence of the catalogue by its name; `otherwise`: if there is none. */
export const t = (name = "", given = {}, otherwise = name) => say(known[`js.${name}`] ?? otherwise, given);
