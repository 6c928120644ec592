// Sentences; the page brings those of its language along, by the English ones.

/** @type {Facts} */
const known = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** Fill a template in. */
export function say(template = "", given = /** @type {Facts} */ ({})) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in given ? String(given[name]) : whole));
}

/** A sentence. */
export const t = (template = "", given = {}) => say(known[template] ?? template, given);

/** A sentence with a `{number}`: for one, and for any other. */
export function tn(one = "", many = "", number = 0, given = {}) {
  const forms = known[one] ?? { one, other: many };
  return say(forms[new Intl.PluralRules(document.documentElement.lang).select(number)] ?? forms.other, { number, ...given });
}
