// Who sits where: colours, names, whose turn it is, clocks; and before the match who may sit down.
import { attempt, somebody } from "./api.js";
import { at, make } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").Scene} Scene */

/** Those of the same name are numbered. @param {import("./types.d.ts").Sitter[]} seats @param {Record<string, string>} bots */
export function called(seats, bots) {
  const plain = seats.map((one) => one.name ?? bots[one.bot ?? ""] ?? "");
  const same = (/** @type {string[]} */ among, /** @type {string} */ name) => among.filter((one) => one === name).length;
  return plain.map((name, i) => (name && same(plain, name) > 1 ? `${name} ${same(plain.slice(0, i + 1), name)}` : name));
}

let shown = "";

/** @param {Scene} scene */
export function showSeats(scene) {
  const { table, state, here } = scene;
  // What is the same is not made anew: somebody may be choosing there.
  const now = JSON.stringify([table.seats, table.host, table.status, state.turn, state.left, here.here, scene.me, scene.mine]);
  if (now === shown) return tick(scene);
  shown = now;
  const free = table.seats.findIndex((one) => !one.person && !one.bot);
  const rows = table.seats.map((one, seat) => {
    const row = make("li", { class: `seat seat${seat}` }, make("span", { class: "swatch" }));
    const taken = one.person || one.bot;
    row.append(make("span", { class: "who" }, taken ? scene.names[seat] : t("table_free")), make("small", {}, notes(scene, seat)));
    if (table.status === "lobby") row.append(...doors(scene, seat, free));
    else if (state.clock) row.append(make("time", { "data-seat": String(seat) }));
    row.classList.toggle("turn", state.turn === seat);
    row.classList.toggle("gone", Boolean(one.away || state.left?.includes(seat)));
    if (state.turn === seat) row.ariaCurrent = "true";
    const local = scene.locals.find((who) => who.person === one.person);
    if (local && table.status === "running" && local.person !== scene.me)
      row.append(button("table_hand_over", () => scene.pass(local)));
    return row;
  });
  at("seats").replaceChildren(...rows);
  tick(scene);
}

/** @param {Scene} scene @param {number} seat */
function notes({ table, state, me, mine, here }, seat) {
  const one = table.seats[seat];
  const told = [];
  if (seat === mine) told.push(t("table_you"));
  if (table.status === "lobby" && one.person && one.person === table.host) told.push(t("table_host"));
  if (state.left?.includes(seat)) told.push(t("table_left"));
  else if (one.away) told.push(t("table_away"));
  else if (one.person && one.person !== me && table.status !== "over" && !here.here.includes(seat)) told.push(t("table_not_here"));
  return told.join(", ");
}

/** @param {string} words @param {() => unknown} deed */
const button = (words, deed) => make("button", { class: "small", type: "button", onclick: () => attempt(async () => deed()) }, t(words));

/** What one may do with a seat before the match. @param {Scene} scene @param {number} seat @param {number} free the first that is */
function doors(scene, seat, free) {
  const { table, wire } = scene;
  const one = table.seats[seat];
  const chosen = table.seating === "chosen";
  const found = [];
  if (one.person || one.bot) {
    const rise = () => wire.ask("DELETE", `seats/${seat}`);
    if (seat === scene.mine) found.push(button("table_get_up", rise));
    else if (scene.host) found.push(button("table_send_away", rise));
  } else if (chosen || seat === free) {
    const which = chosen ? { seat } : {};
    const sit = async () => {
      const nobody = !document.documentElement.dataset.me;
      await somebody();
      await wire.ask("POST", "seats", which);
      if (nobody) wire.reopen();
    };
    if (scene.mine < 0) found.push(button("table_sit", sit));
    if (scene.host) {
      const select = make("select", { ariaLabel: t("table_add_bot") }, at("bot-menu").content.cloneNode(true));
      select.onchange = () => attempt(() => wire.ask("POST", "bots", { bot: select.value, ...which }));
      found.push(select);
    }
  }
  return found;
}

/** Let the clocks show the time that is left. @param {Scene} scene */
export function tick({ state, told }) {
  const { clock } = state;
  if (!clock) return;
  for (const face of at("seats").querySelectorAll("time")) {
    const seat = Number(face.dataset.seat);
    const spent = seat === clock.running ? performance.now() - told : 0;
    const left = Math.max(0, Math.ceil((clock.left[seat] - spent) / 1000));
    const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
    face.textContent = left >= 86400 ? t("table_days", { days: Math.floor(left / 86400), hours: Math.floor((left % 86400) / 3600) })
      : left >= 3600 ? `${Math.floor(left / 3600)}:${two((left % 3600) / 60)}:${two(left % 60)}` : `${Math.floor(left / 60)}:${two(left % 60)}`;
    face.classList.toggle("short", seat === clock.running && left <= 10);
  }
}
