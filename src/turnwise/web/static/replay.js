// A match looked at again: step, play, jump, and play on from here.
import { attempt, banner, get, post, somebody } from "./api.js";
import { at, make } from "./dom.js";
import { Picture } from "./picture.js";
import { told } from "./sentences.js";
import { play } from "./sound.js";
import { t } from "./words.js";

/** @typedef {import("./types.d.ts").Line} Line */

const PAUSE = 1200;
const root = at("replay");
const { table, plies, names: said, over } = /** @type {Record<string, string>} */ (root.dataset);
const last = Number(plies);
/** @type {string[]} */
const names = JSON.parse(said);
const slider = at("ply");
const picture = new Picture(at("board"), { motion: () => localStorage.getItem("motion") !== "off", sound: play });

let ply = 0;
let timer = 0;
/** @type {Line[]} */
let lines = [];

const eyes = () => root.querySelector("input[name=eyes]:checked")?.value ?? "me";

/** Show a moment; the latest one that is asked for wins. @param {number} wanted */
async function show(wanted) {
  ply = Math.max(0, Math.min(last, wanted));
  const asked = ply;
  slider.value = String(ply);
  at("count").textContent = t("replay_count", { ply, plies: last });
  at("said").textContent = ply ? told(lines[ply], names).join(" ") : t("replay_begin");
  for (const item of at("log").children) item.ariaCurrent = Number(item.dataset.ply) === ply ? "step" : null;
  at("log").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  at("svg").href = `/api/tables/${table}/moment.svg?ply=${ply}&as=${eyes()}`;
  at("film").href = `/api/tables/${table}/film.gif?as=${eyes()}`;
  history.replaceState(null, "", `#${ply}`);
  const drawn = await attempt(() => get(`/api/tables/${table}/drawing?ply=${asked}&as=${eyes()}`));
  if (drawn && asked === ply) await picture.apply({ ...drawn, moves: [] });
}

/** @param {boolean} on */
function run(on) {
  clearInterval(timer);
  at("run").ariaPressed = String(on);
  at("run").textContent = on ? "⏸" : "⏵";
  if (!on) return;
  if (ply === last) show(0);
  timer = setInterval(() => (ply < last ? show(ply + 1) : run(false)), PAUSE);
}

/** @param {number} wanted */
function jump(wanted) {
  run(false);
  show(wanted);
}

/** The log, a line for each entry, to jump by. */
async function fill() {
  const then = await attempt(() => get(`/api/tables/${table}/view?ply=${last}&as=${eyes()}`));
  if (!then) return;
  lines = then.lines;
  at("log").replaceChildren(
    ...lines.slice(1).map((line, before) => {
      const onclick = () => jump(before + 1);
      return make("li", { "data-ply": before + 1 }, make("button", { onclick }, told(line, names).join(" ") || line.words));
    }),
  );
}

/** @type {Record<string, () => void>} */
const deeds = {
  first: () => jump(0),
  back: () => jump(ply - 1),
  run: () => run(at("run").ariaPressed !== "true"),
  on: () => jump(ply + 1),
  last: () => jump(last),
};
for (const [id, deed] of Object.entries(deeds)) at(id).addEventListener("click", deed);
slider.addEventListener("input", () => jump(Number(slider.value)));
at("share").addEventListener("click", async () => {
  await navigator.clipboard?.writeText(location.href);
  banner(t("replay_copied"));
});
for (const one of root.querySelectorAll("input[name=eyes]")) {
  one.addEventListener("change", async () => {
    await fill();
    await show(ply);
  });
}

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "run" };
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  const deed = KEYS[event.key];
  if (!deed || target.matches("input, select, textarea") || (event.key === " " && target.matches("button, a"))) return;
  event.preventDefault();
  deeds[deed]();
});

if (over) {
  at("branch").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const [bot, seat] = [at("bot").value, Number(at("seat").value)];
    attempt(async () => {
      await somebody();
      const made = await post(`/api/tables/${table}/branches`, { ply, seat, bot });
      location.assign(`/tables/${made.table}`);
    });
  });
}

const asked = location.hash.slice(1);
await fill();
await show(/^\d+$/.test(asked) ? Number(asked) : 0);
addEventListener("hashchange", () => jump(Number(location.hash.slice(1)) || 0));
