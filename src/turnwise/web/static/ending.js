// How it ended: places, points, titles, ratings; and that the dice were honest.
import { attempt, get, post, somebody } from "./api.js";
import { at, make } from "./dom.js";
import { named, translated } from "./sentences.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").Scene} Scene */

/** Why it ended, in the reader's language. @param {Scene} scene */
const reason = ({ state: { outcome, left }, names }) =>
  outcome.reason === "resigned" ? t("end_resigned", { name: names[left.at(-1)] })
  : outcome.reason === "draw_agreed" ? t("end_agreed") : named(translated(outcome.words), names);

/** Who has won. @param {Scene} scene */
export function headline({ state, names, mine }) {
  const { winners } = state.outcome;
  if (!winners.length) return t("end_nobody");
  if (winners.length > 1) return t("end_together", { names: winners.map((/** @type {number} */ seat) => names[seat]).join(", ") });
  return winners[0] === mine ? t("end_you") : t("end_wins", { name: names[winners[0]] });
}

/** Fill the end screen in. @param {Scene} scene */
export async function showEnd(scene) {
  const { table, state: { outcome }, names } = scene;
  at("end-head").textContent = headline(scene);
  at("end-why").textContent = reason(scene);
  const told = await get(`/api/tables/${table.id}/result`).catch(() => ({ verdict: [], titles: [] }));
  const seats = names.map((_, seat) => seat).sort((a, b) => outcome.places[a] - outcome.places[b]);
  const rows = seats.map((seat) => {
    const points = outcome.scores[seat];
    const row = make("li", { class: `seat seat${seat}` },
      make("b", {}, `${outcome.places[seat]}.`), make("span", { class: "swatch" }), make("span", { class: "who" }, names[seat]));
    if (told.titles[seat]) row.append(make("em", {}, translated(told.titles[seat])));
    row.append(make("span", { class: "points" }, t(points === 1 ? "end_point" : "end_points", { points })));
    const now = table.ratings?.after[seat];
    if (table.ratings && now !== undefined) {
      const by = now - table.ratings.before[seat];
      row.append(make("small", {}, t("end_rating", { now: now.toFixed(1), by: `${by < 0 ? "−" : "+"}${Math.abs(by).toFixed(1)}` })));
    }
    return row;
  });
  at("end-places").replaceChildren(...rows);
  at("end-verdict").replaceChildren(...told.verdict.map((/** @type {string} */ line) => make("p", {}, translated(line))));
}

/** Play the match again from its transcript, as anybody can: were the dice those that were promised? @param {Scene} scene */
export const verify = ({ table }) =>
  attempt(async () => {
    at("end-proof").textContent = t("end_verifying");
    await somebody();
    const transcript = await get(`/api/tables/${table.id}/transcript`);
    const found = await post("/api/verifications", { transcript });
    at("end-proof").textContent = t(found.commitment === table.commitment ? "end_verified" : "end_not_verified", found);
  });
