// A match looked at again: step, play, jump, and play on from here.
import { attempt, call, go, patiently } from "./api.js";
import { deeds, house, sent } from "./deeds.js";
import { all, at, make } from "./dom.js";
import { drawnIn } from "./picture.js";
import { t } from "./words.js";

const PAUSE = 1200;
const { id, plies } = JSON.parse(at("data").textContent);
const path = `/api/tables/${id}/`;
const picture = drawnIn(at("board"));

let ply = 0;
let [timer, resized] = [0, 0];
/** @type {PastLine[]} */
let lines = [];

/** The room for the picture. */
const size = ({ clientWidth, clientHeight } = at("board").parentElement) => `width=${clientWidth || 1}&height=${clientHeight || 1}`;
const eyes = () => `as=${all("[name=eyes]:checked")[0]?.value ?? "me"}`;

/** Show a moment; the latest one that is asked for wins. */
async function show(wanted = 0) {
  const asked = (ply = Math.max(0, Math.min(plies, wanted)));
  at("ply").value = ply;
  at("count").textContent = t("{ply} of {plies}", { ply, plies });
  at("said").textContent = !ply ? t("The beginning.") : lines[ply] ? lines[ply].told.join(" ") : "";
  for (const [before, item] of [...at("log").children].entries()) item.ariaCurrent = before + 1 === ply ? "step" : null;
  const here = at("log").querySelector("[aria-current]");
  if (here) at("log").scrollTop = here.offsetTop - 99; // the page stays
  at("svg").href = `${path}moment.svg?ply=${ply}&${eyes()}`;
  history.replaceState(null, "", `#${ply}`);
  const drawn = await attempt(() => patiently(() => asked === ply && call("GET", `${path}drawing?ply=${asked}&${eyes()}&${size()}`)));
  if (drawn && asked === ply) await picture.apply({ ...drawn, moves: [] });
}

function run(running = false) {
  clearInterval(timer);
  at("run").ariaPressed = running;
  if (!running) return;
  if (ply === plies) show(0);
  timer = setInterval(() => (ply < plies ? show(ply + 1) : run(false)), PAUSE);
}

function jump(wanted = 0) {
  run(false);
  show(wanted);
}

/** The log, to jump by. The end opens a match: what I knew then is what stood there before. */
async function fill() {
  const log = async (ply = 0) => {
    const all = /** @type {PastLine[]} */ ([]);
    while (all.length <= ply) all.push(...(await patiently(() => call("GET", `${path}view?ply=${ply}&since=${all.length - 1}&${eyes()}`))).lines);
    return all;
  };
  const found = await attempt(async () => {
    const now = await log(plies);
    const last = now.findLastIndex(({ joined }) => !joined);
    return last > 0 && eyes() === "as=me" ? [...(await log(last - 1)), ...now.slice(last)] : now;
  });
  if (!found) return;
  lines = found;
  const items = lines.slice(1).map((line, before) =>
    make("li", {}, make("button", { "data-do": "jump", value: before + 1 }, line.told.join(" "))));
  at("log").replaceChildren(...items);
}

deeds.jump = ({ value }) => jump(Number(value));
deeds.step = ({ value }) => jump(ply + Number(value));
deeds.run = ({ ariaPressed }) => run(ariaPressed !== "true");
deeds.look = () => fill().then(() => show(ply));
deeds.branch = async (form) => {
  const { bot, seat, key } = sent(form);
  const { table } = await house.ask("POST", `${path}branches`, { ply, bot, key, seat: Number(seat) });
  go(`/tables/${table}`);
};
/** Make a film, some frames with each request: to stop asking is to cancel it. */
deeds.film = async () => {
  const [box, bar, as] = [at("filming"), at("filmed"), eyes().slice(3)];
  const cancelled = new Promise((stop) => (deeds.no_film = () => stop(null)));
  box.hidden = false;
  bar.value = 0;
  try {
    while (bar.value < 1) {
      const made = await Promise.race([cancelled, patiently(() => !box.hidden && house.ask("POST", `${path}film`, { as, until: plies }))]);
      if (!made) return;
      bar.value = made.done / made.of;
    }
    make("a", { href: `${path}film.gif?as=${as}&until=${plies}`, download: "" }).click();
  } finally {
    box.hidden = true;
  }
};
at("ply").oninput = () => jump(at("ply").valueAsNumber);

document.addEventListener("keydown", (event) => {
  const { target, code } = event;
  const [button] = all(`[aria-keyshortcuts="${code}"]`);
  if (!button || target?.matches("input, select, textarea") || (code === "Space" && target?.matches("button, a"))) return;
  event.preventDefault();
  button.click();
});

const asked = Number(location.hash.slice(1));
await fill();
await show(asked || 0);
onresize = () => {
  clearTimeout(resized);
  resized = setTimeout(() => show(ply), 200);
};
addEventListener("hashchange", () => jump(Number(location.hash.slice(1)) || 0));
