// A table: the line to the house, the drawn board, and everything around it. It knows no rule and no game.
import { attempt, banner } from "./api.js";
import { at, make } from "./dom.js";
import { headline, showEnd } from "./ending.js";
import { follow, others } from "./here.js";
import { forget, setUpTalk, showLog } from "./log.js";
import { setUp, show, showPanel, toggle } from "./panel.js";
import { Picture } from "./picture.js";
import { called, showSeats, tick } from "./seats.js";
import { translated } from "./sentences.js";
import { play, sounds } from "./sound.js";
import { Touch } from "./touch.js";
import { Wire } from "./wire.js";
import { say, t } from "./words.js";
import { setUpZoom } from "./zoom.js";

const { id, game, hands, draws, bots } = JSON.parse(at("data").textContent);
const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";
const LINGER = 1500; // ms to see what a move has brought before the curtain falls
const root = document.documentElement.dataset;
const title = document.title;
/** @type {Wire} */ let wire;
/** @type {Picture} */ let picture;
/** @type {Touch} */ let touch;
/** @type {Scene} */ let scene;
/** Whose hands the page plays for. @type {Local} */ let who;
/** @type {import("./types").PictureMessage["coach"]} */ let advice = [];
let [passing, yours, ended, told, lost] = [false, false, false, 0, 0];

const motion = toggle("motion", true);
const coach = toggle("coach", newcomer(), showCoach);
const sound = toggle("sound", true, () => sounds(sound()));
sounds(sound());
const zoom = setUpZoom(at("sheet"));

/** Whether this is one of somebody's first two tables of the game. */
function newcomer() {
  const tables = (localStorage.getItem(`played-${game}`) ?? "").split(" ").filter((one) => one && one !== id);
  if (tables.length < 2) localStorage.setItem(`played-${game}`, [...tables, id].join(" "));
  return tables.length < 2;
}

/** A board on which nobody has seen anything. */
function lay() {
  const fresh = at("board").cloneNode(false);
  delete fresh.dataset.version;
  at("board").replaceWith(fresh);
  picture = new Picture(fresh, { motion, sound: play });
  touch = new Touch(picture, fresh, { act, tell });
  picture.addEventListener("shown", stand);
  touch.addEventListener("changed", showChoices);
}

/** Look at the table as somebody at this device. @param {Local} one */
function look(one) {
  wire?.close();
  who = one;
  wire = new Wire(id, one);
  for (const [name, deed] of Object.entries({ told: take, presence: refresh, picture: draw, line, ended: halt }))
    wire.addEventListener(name, (event) => deed(/** @type {any} */ (event).detail));
}

/** @param {number} action @param {number[]} led the moves to all places on the way @returns {Promise<boolean>} */
async function act(action, led) {
  show("hint", "");
  const no = await wire.act([led.length > 1 ? { led } : action], picture.version);
  if (no) play("refused");
  if (no?.message) tell(translated(no.message));
  return !no;
}

/** Say something to eyes and ears, until the next thing happens. @param {string} sentence */
function tell(sentence) {
  show("status", sentence);
  at("heard").textContent = sentence;
}

/** @param {import("./types").PictureMessage} message */
function draw(message) {
  advice = message.coach;
  showCoach();
  picture.apply(message);
}

/** A picture stands: what may be touched now, if nothing has happened since. */
function stand() {
  if (picture.version !== wire.state?.version) return;
  touch.open(passing ? [] : picture.moves);
  showChoices();
  at("board").dataset.version = picture.version;
  if (at("as-text").open) write();
  if (ended || !wire.state.outcome) return;
  ended = true;
  play("end");
  at("ending").showModal();
}

const write = () => attempt(async () => show("text", await wire.ask("GET", "picture.txt")));

function showChoices() {
  const choices = touch.choices();
  at("choices").hidden = !choices.length;
  at("choices-count").textContent = choices.length;
  at("choices-list").replaceChildren(...choices.map(({ action, words }, n) =>
    make("button", { class: "small", onclick: () => touch.choose(action) }, make("kbd", {}, KEYS[n] ?? ""), translated(words))));
}

function showCoach() {
  const own = (/** @type {object} */ given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, translated(value)]));
  show("coach", coach() ? advice.map(([template, given]) => say(translated(template), own(given))).join(" ") : "");
}

/** Something was told. @param {any} message */
function take(message) {
  if (message.clock) told = performance.now();
  if (picture.version !== wire.state.version) touch.close();
  refresh();
  const { table, state, mine } = scene;
  const news = showLog(scene, message.type === "snapshot");
  if (news.length) at("heard").textContent = [...news, status()].join(" ");
  if (state.outcome) showEnd(scene);
  if (!table.followed || mine < 0 || message.type !== "delta" || message.since) return;
  follow(id, table.followed);
  location.assign(`/tables/${table.followed}`);
}

/** Show how things stand. */
function refresh() {
  const { state, presence: here } = wire;
  if (!state) return;
  const { table } = state;
  const me = who.person || (root.me ?? "");
  const seat = (/** @type {string} */ person) => table.seats.findIndex((/** @type {any} */ one) => one.person && one.person === person);
  const names = called(table.seats, bots);
  const locals = [{ person: root.me ?? "", token: "" }, ...others(id)].filter(({ person }) => seat(person) >= 0)
    .map((one) => ({ ...one, name: names[seat(one.person)] }));
  scene = { wire, table, state, here, told, names, me, mine: seat(me), host: Boolean(me) && table.host === me, draws, locals, pass };
  const shown = at("table").dataset;
  if (shown.status === "lobby" && table.status !== "lobby") at("tab-log").checked = true;
  shown.status = table.status;
  if (table.outdated || (table.closed && !state.outcome)) return halt(table.outdated ? "outdated" : "closed");
  showSeats(scene);
  tick(scene);
  showPanel(scene);
  show("status", status());
  show("watchers", here.watchers ? t("table_watchers", { number: here.watchers }) : "");
  at("result").hidden = !state.outcome;
  at("followed").hidden = !table.followed;
  at("followed").href = `/tables/${table.followed}`;
  call_up();
  const next = table.status === "running" && locals.find(({ person }) => seat(person) === state.turn);
  if (next && next.person !== me) pass(next);
}

function status() {
  const { table, state, names, mine, here, locals } = scene;
  const watching = mine < 0 ? ` ${t("table_watching")}` : "";
  if (state.outcome) return headline(scene) + watching;
  if (table.status === "lobby") return t(table.seats.every((one) => one.person || one.bot) ? "table_ready" : "table_waiting") + watching;
  if (state.turn === mine && locals.length < 2) return t("table_your_turn");
  const thinks = here.thinking === state.turn && table.seats[state.turn]?.bot;
  return t(thinks ? "table_thinks" : "table_turn_of", { name: names[state.turn] }) + watching;
}

/** Say so, wherever one looks, when it becomes one's turn. */
function call_up() {
  const now = scene.table.status === "running" && scene.mine >= 0 && scene.state.turn === scene.mine;
  document.title = now ? `● ${t("table_your_turn_short")} – ${title}` : title;
  at("icon").href = `/static/icon${now ? "-turn" : ""}.svg`;
  if (now && !yours) play("turn");
  if (now && !yours && document.hidden && window.Notification?.permission === "granted") new Notification(title, { body: t("table_your_turn") });
  yours = now;
}

/** Let another person at this device go on; what is in a hand is put away first. @param {Local} next */
async function pass(next) {
  if (passing) return;
  passing = true;
  touch.close();
  if (hands) {
    if (picture.version >= 0) await new Promise((on) => setTimeout(on, LINGER));
    wire.close();
    forget();
    lay();
    advice = [];
    for (const line of ["coach", "hint", "text"]) show(line, "");
    tell("");
    showChoices();
    show("curtain-name", t("table_pass", { name: next.name }));
    at("curtain").showModal();
    await new Promise((on) => (at("curtain").onclose = on));
  }
  passing = false;
  look(next);
}

/** The line is lost, or there again. @param {boolean} connected */
function line(connected) {
  clearTimeout(lost);
  if (!connected) lost = setTimeout(() => banner(t("offline"), true), 700);
  else if (!at("banner").hidden) banner(t("back_online"));
}

/** Nothing goes on here any more. @param {string} why */
function halt(why) {
  wire.close();
  banner("");
  at("table").hidden = true;
  show("halt-why", t(`table_${why}`));
  at("halt").hidden = false;
}

/** What keys do anywhere at the table. @type {Record<string, (event: Event) => unknown>} */
const DEEDS = {
  enter: () => picture.skip(),
  " ": () => picture.skip(),
  escape(event) {
    if (document.querySelector(":popover-open, .chosen")) return;
    event.preventDefault(); // else it would close the question at once
    at("leave").click();
  },
  f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
  f11(event) {
    event.preventDefault();
    DEEDS.f(event);
  },
  "ctrl+z": () => at("undo").hidden || at("undo").click(),
  "+": () => zoom(1),
  "-": () => zoom(-1),
};
document.addEventListener("keydown", (event) => {
  const { target, key, ctrlKey, altKey, metaKey } = event;
  if (/** @type {any} */ (target).closest("input, select, dialog, .menu") || altKey) return;
  const chord = ctrlKey || metaKey;
  const choice = !chord && at("choices").open && touch.choices()[KEYS.indexOf(key)];
  if (choice) touch.choose(choice.action);
  else DEEDS[(chord ? "ctrl+" : "") + key.toLowerCase()]?.(event);
});
at("larger").onclick = () => zoom(1);
at("smaller").onclick = () => zoom(-1);
at("as-text").ontoggle = () => at("as-text").open && write();
setUp(() => scene);
setUpTalk(() => scene);
setInterval(() => scene?.state.clock && tick(scene), 500);
lay();
look({ person: "", token: "", name: "" });
