// What happened, in sentences with the players' names; in the page's language as far as the game has it.
import { say, t } from "./words.js";

/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").Event} Told */

/** @type {{texts: Record<string, string>, events: Record<string, string | [string, string]>}} */
const game = JSON.parse(document.getElementById("game-words")?.textContent ?? '{"texts":{},"events":{}}');

/** A sentence of the game in the page's language. @param {string} text */
export const translated = (text) => game.texts[text] ?? text;

/** A sentence with players in place of seats. @param {string} text @param {string[]} names */
export const named = (text, names) => text.replace(/\b(?:[Ss]eat|Platz) (\d+)\b/g, (whole, seat) => names[seat] ?? whole);

/** What fills a template in, in the page's language. @param {unknown} value @returns {unknown} */
const spoken = (value) =>
  Array.isArray(value) ? value.map(spoken).join(", ") : typeof value === "string" ? translated(value) : value;

/** @param {Told} event @param {string[]} names */
function sentence(event, names) {
  const own = game.events[event.event];
  if (!own) return named(event.text, names);
  const hidden = Object.values(event).some((given) => given === null);
  const template = typeof own === "string" ? own : own[hidden ? 1 : 0];
  const given = Object.entries(event).map(([name, value]) => [name, spoken(value)]);
  return named(say(template, { ...Object.fromEntries(given), seat: names[Number(event.seat)] ?? event.seat }), names);
}

/** What one entry of the log tells. @param {Line} line @param {string[]} names @returns {string[]} */
export function told(line, names) {
  if (line.events.length) return line.events.map((event) => sentence(event, names));
  if (line.words === "set-up") return [];
  const name = names[line.seat];
  const special = `did_${line.words.replaceAll(" ", "_")}`;
  const known = t(special, { name });
  return [known === special ? `${name}: ${line.words}` : known];
}
