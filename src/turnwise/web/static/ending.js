// How it ended: places, points, titles, what everybody did, ratings, and how long it took.
import { get } from "./api.js";
import { at, make } from "./dom.js";
import { show } from "./panel.js";
import { time } from "./seats.js";
import { named, translated } from "./sentences.js";
import { say, t } from "./words.js";

/** Who has won. @param {Scene} scene */
export function headline({ state: { outcome }, names, mine }) {
  const [winner, ...more] = outcome.winners;
  if (winner === undefined) return t("end_nobody");
  if (more.length) return t("end_together", { names: outcome.winners.map((/** @type {number} */ seat) => names[seat]).join(", ") });
  return winner === mine ? t("end_you") : t("end_wins", { name: names[winner] });
}

/** Fill the end screen in. @param {Scene} scene */
export async function showEnd(scene) {
  const { table: { id, ratings }, state: { outcome, left }, names } = scene;
  const why = { resigned: t("end_resigned", { name: names[left?.at(-1)] }), draw_agreed: t("end_agreed") };
  show("end-head", headline(scene));
  show("end-why", why[/** @type {"resigned"} */ (outcome.reason)] ?? named(translated(outcome.words), names));
  const { verdict, titles, deeds, seconds } = await get(`/api/tables/${id}/result`).catch(() => ({ verdict: [], titles: [], deeds: [] }));
  show("end-verdict", verdict.map(translated).join(" "));
  show("end-time", seconds === undefined ? "" : t("end_time", { time: time(seconds) }));
  const seats = [...names.keys()].sort((a, b) => outcome.places[a] - outcome.places[b]);
  const rows = seats.map((seat) => {
    const { template, given } = deeds[seat] ?? { template: "" };
    const points = outcome.scores[seat];
    const by = ratings ? ratings.after[seat] - ratings.before[seat] : 0;
    const rating = ratings && t("end_rating", { now: ratings.after[seat].toFixed(1), by: (by < 0 ? "−" : "+") + Math.abs(by).toFixed(1) });
    return make("li", { class: `seat seat${seat}` },
      make("b", {}, `${outcome.places[seat]}.`), make("span", { class: "swatch" }), make("span", { class: "who" }, names[seat]),
      make("em", {}, translated(titles[seat] ?? "")), make("span", { class: "points" }, t(points === 1 ? "end_point" : "end_points", { points })),
      make("small", {}, rating ?? ""), make("small", { class: "deeds" }, say(translated(template), given)));
  });
  at("end-places").replaceChildren(...rows);
}
