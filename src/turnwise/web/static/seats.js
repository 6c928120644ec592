// Who sits where: names, whose turn it is, clocks; and before the match who may sit down.
import { all } from "./dom.js";
import { t } from "./words.js";

/** Those of the same name are numbered. @param {Sitter[]} seats @param {Record<string, string>} bots */
export function called(seats, bots) {
  const plain = seats.map((one) => one.name ?? bots[one.bot ?? ""] ?? "");
  const same = (name = "", end = plain.length) => plain.slice(0, end).filter((one) => one === name).length;
  return plain.map((name, seat) => (name && same(name) > 1 ? `${name} ${same(name, seat + 1)}` : name));
}

/** The page has a row for each seat; what of it is shown depends. @param {Scene} scene */
export function showSeats({ table, state, here, mine, host, names, locals }) {
  const lobby = table.status === "lobby";
  const free = table.seats.findIndex(({ person, bot }) => !person && !bot);
  for (const [seat, row] of all("#seats > li").entries()) {
    const { person, bot, away } = table.seats[seat];
    const left = state.left?.includes(seat);
    const local = locals.some((one) => one.person === person);
    const opens = lobby && !person && !bot && (seat === free || table.seating === "chosen");
    /** @type {Record<string, unknown>} */
    const is = {
      turn: state.turn === seat,
      gone: left || away,
      you: seat === mine,
      host: lobby && person && person === table.host,
      left,
      away: away && !left,
      absent: person && !local && !left && !away && table.status !== "over" && !here.here.includes(seat),
      free: opens && mine < 0,
      open: opens && host,
      own: lobby && seat === mine,
      theirs: lobby && host && seat !== mine && (person || bot),
      local: local && seat !== mine && table.status === "running",
    };
    row.querySelector(".who").textContent = names[seat] || t("table_free");
    row.ariaCurrent = is.turn;
    for (const name of ["turn", "gone"]) row.classList.toggle(name, is[name]);
    for (const part of row.querySelectorAll("[data-when]")) part.hidden = !is[part.dataset.when];
  }
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
