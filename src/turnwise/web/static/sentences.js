// What happened, in sentences with names; in the page's language where the game has it.
import { say, t } from "./words.js";

/** @type {GameWords} */
const game = JSON.parse(document.getElementById("game-words")?.textContent ?? "");

/** A sentence of the game in the page's language. */
const translated = (text = "") => game.texts[text] ?? text;

/** A sentence with players in place of seats. */
const named = (text = "", names = [""]) => text.replace(/\b(?:[Ss]eat|Platz) (\d+)\b/g, (whole, seat) => names[seat] ?? whole);

/** What fills a template in, in the page's language. @param {unknown} value @returns {unknown} */
const spoken = (value) =>
  Array.isArray(value) ? value.map(spoken).join(", ") : typeof value === "string" ? translated(value) : value;

/** A template of the game filled in. */
export const filled = (template = "", given = {}, more = {}) =>
  say(translated(template), { ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, spoken(value)])), ...more });

/** @param {Happened} event @param {string[]} names */
function sentence(event, names) {
  const own = game.events[event.event];
  if (!own) return named(event.text, names);
  const template = typeof own === "string" ? own : own[Object.values(event).includes(null) ? 1 : 0];
  return named(filled(template, event, { seat: names[Number(event.seat)] ?? event.seat }), names);
}

/** What one entry of the log tells. @param {Line} line @param {string[]} names @returns {string[]} */
export function told({ seat, words, events }, names) {
  if (events.length) return events.map((event) => sentence(event, names));
  const name = names[seat];
  return words === "set-up" ? [] : [t(`did_${words.replaceAll(" ", "_")}`, { name }, `${name}: ${words}`)];
}
