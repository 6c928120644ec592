// Who sits where: colours, names, whose turn it is, clocks; and before the match who may sit down.
import { attempt, somebody } from "./api.js";
import { all, at, make } from "./dom.js";
import { t } from "./words.js";

let shown = "";

/** Those of the same name are numbered. @param {import("./types").Sitter[]} seats @param {Record<string, string>} bots */
export function called(seats, bots) {
  const plain = seats.map((one) => one.name ?? bots[one.bot ?? ""] ?? "");
  const same = (/** @type {string} */ name, end = plain.length) => plain.slice(0, end).filter((one) => one === name).length;
  return plain.map((name, seat) => (name && same(name) > 1 ? `${name} ${same(name, seat + 1)}` : name));
}

/** @param {Scene} scene */
export function showSeats(scene) {
  const { table, state, here, me, mine, locals } = scene;
  const lobby = table.status === "lobby";
  // What is the same is not made anew: somebody may be choosing there.
  const now = JSON.stringify([table.seats, table.host, table.status, state.turn, state.left, here.here, me]);
  if (now === shown) return;
  shown = now;
  const rows = table.seats.map((one, seat) => {
    const left = state.left?.includes(seat);
    const turn = state.turn === seat;
    const local = locals.find(({ person }) => person === one.person);
    const absent = one.person && !local && table.status !== "over" && !here.here.includes(seat);
    const notes = [
      seat === mine && "table_you",
      lobby && one.person && one.person === table.host && "table_host",
      left ? "table_left" : one.away ? "table_away" : absent && "table_not_here",
    ];
    return make("li", { class: `seat seat${seat} ${turn ? "turn" : ""} ${left || one.away ? "gone" : ""}`, ariaCurrent: turn ? "true" : null },
      make("span", { class: "swatch" }),
      make("span", { class: "who" }, scene.names[seat] || t("table_free")),
      make("small", {}, notes.filter(Boolean).map((note) => t(String(note))).join(", ")),
      ...(lobby ? doors(scene, seat) : []),
      ...(local && seat !== mine && table.status === "running" ? [button("table_hand_over", async () => scene.pass(local))] : []),
      make("time"));
  });
  at("seats").replaceChildren(...rows);
}

/** @param {string} words @param {() => Promise<unknown>} deed */
const button = (words, deed) => make("button", { class: "small", onclick: () => attempt(deed) }, t(words));

/** What one may do with a seat before the match. @param {Scene} scene @param {number} seat */
function doors({ table: { seats, seating }, wire, mine, host, me }, seat) {
  const free = (/** @type {import("./types").Sitter} */ one) => !one.person && !one.bot;
  const chosen = seating === "chosen";
  if (!free(seats[seat])) {
    const rise = () => wire.ask("DELETE", `seats/${seat}`);
    return seat === mine ? [button("table_get_up", rise)] : host ? [button("table_send_away", rise)] : [];
  }
  if (!chosen && seat !== seats.findIndex(free)) return [];
  const which = chosen ? { seat } : {};
  const sit = async () => {
    await somebody();
    await wire.ask("POST", "seats", which);
    if (!me) wire.reopen();
  };
  const select = make("select", { ariaLabel: t("table_add_bot") }, at("bot-menu").content.cloneNode(true));
  select.onchange = () => attempt(() => wire.ask("POST", "bots", { bot: select.value, ...which }));
  return [...(mine < 0 ? [button("table_sit", sit)] : []), ...(host ? [select] : [])];
}

/** A time as a clock shows it. @param {number} seconds */
export function time(seconds) {
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
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
