// Who sits where: names, turns, clocks; before the match who may sit down.
import { all, at } from "./dom.js";
import { t } from "./words.js";

/** Those of the same name are numbered. @param {SeatNow[]} seats @param {Texts} bots */
export function called(seats, bots) {
  const plain = seats.map(({ name = "", bot = "", number }) => (number ? `${name} ${number}` : name || bots[bot] || ""));
  return plain.map((name, seat) => {
    const same = [...plain.keys()].filter((one) => plain[one] === name);
    return name && same.length > 1 ? `${name} ${same.indexOf(seat) + 1}` : name;
  });
}

/** What is shown of the row of each seat. @param {Scene} scene */
export function showSeats({ table, state, here, me, mine, host, names, locals }) {
  const lobby = table.status === "lobby";
  for (const [seat, row] of all("#seats > li").entries()) {
    const { person, bot, away } = table.seats[seat];
    const left = state.left?.includes(seat);
    const local = locals.some((one) => one.seat === seat);
    const opens = lobby && !person && !bot && (seat === names.indexOf("") || table.seating === "chosen");
    /** @type {Facts} */
    const is = {
      you: seat === mine,
      host: lobby && person && person === table.host,
      left,
      away: away && !left,
      absent: person && !local && !left && !away && table.status !== "over" && !here.here.includes(seat),
      free: opens && mine < 0 && me,
      open: opens && host,
      own: lobby && seat === mine,
      theirs: lobby && host && seat !== mine && (person || bot),
      local: local && seat !== mine && table.status === "running",
    };
    row.querySelector(".who").textContent = names[seat] || t("free");
    row.ariaCurrent = state.turn === seat;
    for (const part of row.querySelectorAll("[data-when]")) part.hidden = !is[part.dataset.when];
  }
}

/** What is said of each player lies on the player's plate. @param {Drawn} picture */
export function placeSeats(picture) {
  const { left, top } = at("sheet").getBoundingClientRect();
  for (const [seat, row] of all("#seats > li").entries()) {
    const plate = picture.element(`plate:${seat}`)?.getBoundingClientRect();
    row.style.cssText = plate ? `left:${plate.right - left}px;top:${plate.top - top}px` : "";
  }
}

/** A time as a clock shows it. */
function time(seconds = 0) {
  const days = Math.floor(seconds / 86400);
  const clock = new Date(seconds * 1000).toISOString().slice(11, 19);
  return days ? t("{days} d {hours} h", { days, hours: parseInt(clock) }) : clock.replace(/^(00:)?0?/, "");
}

/** Let the clocks show the time that is left. @param {Scene} scene */
export function tick({ state: { clock }, told }) {
  for (const [seat, face] of all("#seats time").entries()) {
    const had = clock?.left[seat] ?? null;
    const runs = seat === clock?.running;
    const left = Math.max(0, Math.ceil((had - (runs ? performance.now() - told : 0)) / 1000));
    face.textContent = had === null ? "" : time(left);
    face.classList.toggle("short", runs && left <= 10);
  }
}
