// Who sits where: colours, names, whose turn it is, clocks; and before the match who may sit down.
import { all, at, make } from "./dom.js";
import { t } from "./words.js";

let shown = "";

/** Those of the same name are numbered. @param {Sitter[]} seats @param {Record<string, string>} bots */
export function called(seats, bots) {
  const plain = seats.map((one) => one.name ?? bots[one.bot ?? ""] ?? "");
  const same = (name = "", end = plain.length) => plain.slice(0, end).filter((one) => one === name).length;
  return plain.map((name, seat) => (name && same(name) > 1 ? `${name} ${same(name, seat + 1)}` : name));
}

/** @param {Scene} scene */
export function showSeats(scene) {
  const { table, state, here, me, mine, names, locals } = scene;
  const lobby = table.status === "lobby";
  // What is the same is not made anew: somebody may be choosing there.
  const now = JSON.stringify([table.seats, table.host, table.status, state.turn, state.left, here.here, me]);
  if (now === shown) return;
  shown = now;
  const rows = table.seats.map(({ person, away }, seat) => {
    const left = state.left?.includes(seat);
    const turn = state.turn === seat;
    const local = locals.some((one) => one.person === person);
    const absent = person && !local && table.status !== "over" && !here.here.includes(seat);
    const notes = [
      seat === mine && "table_you",
      lobby && person && person === table.host && "table_host",
      left ? "table_left" : away ? "table_away" : absent && "table_not_here",
    ];
    return make("li", { class: `seat seat${seat} ${turn ? "turn" : ""} ${left || away ? "gone" : ""}`, "aria-current": turn },
      make("span", { class: "swatch" }),
      make("span", { class: "who" }, names[seat] || t("table_free")),
      make("small", {}, notes.filter(Boolean).map((note) => t(String(note))).join(", ")),
      ...(lobby ? doors(scene, seat) : []),
      local && seat !== mine && table.status === "running" && button("table_hand_over", "hand_over", person),
      make("time"));
  });
  at("seats").replaceChildren(...rows);
}

/** @param {string} words @param {string} deed @param {string} [value] @param {string} [given] */
const button = (words, deed, value = "", given = "{}") =>
  make("button", { class: "small", "data-do": deed, "data-given": given, value }, t(words));

/** What one may do with a seat before the match. @param {Scene} scene @param {number} seat */
function doors({ table: { seats, seating }, mine, host }, seat) {
  const free = (/** @type {Sitter} */ one) => !one.person && !one.bot;
  if (!free(seats[seat])) return [(seat === mine || host) && button(seat === mine ? "table_get_up" : "table_send_away", `DELETE seats/${seat}`)];
  if (seating !== "chosen" && seat !== seats.findIndex(free)) return [];
  const given = JSON.stringify(seating === "chosen" ? { seat } : {});
  const facts = { name: "bot", "aria-label": t("table_add_bot"), "data-do": "POST bots", "data-given": given };
  const bots = host && make("select", facts, at("bot-menu").content.cloneNode(true));
  return [mine < 0 && button("table_sit", "POST seats", "", given), bots];
}

/** A time as a clock shows it. @param {number} seconds */
function time(seconds) {
  const two = (number = 0) => String(Math.floor(number)).padStart(2, "0");
  const [days, hours, minutes] = [86400, 3600, 60].map((unit) => Math.floor(seconds / unit));
  if (days) return t("table_days", { days, hours: hours % 24 });
  return `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(seconds % 60)}`;
}

/** Let the clocks show the time that is left. @param {Scene} scene */
export function tick({ state: { clock }, told }) {
  for (const [seat, face] of all("#seats time").entries()) {
    const left = clock ? Math.max(0, Math.ceil((clock.left[seat] - (seat === clock.running ? performance.now() - told : 0)) / 1000)) : 0;
    face.textContent = clock ? time(left) : "";
    face.classList.toggle("short", seat === clock?.running && left <= 10);
  }
}
