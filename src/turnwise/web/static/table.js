// A table. It knows no game.
import { attempt, banner, go, own, patiently } from "./api.js";
import { deeds } from "./deeds.js";
import { all, answer, at, make, pause, show } from "./dom.js";
import { others, seat as seatHere } from "./here.js";
import { forget, showLog, showTalk } from "./log.js";
import { setUp, showPanel } from "./panel.js";
import { drawnIn } from "./picture.js";
import { called, placeSeats, showSeats, tick } from "./seats.js";
import { play } from "./sound.js";
import { touching } from "./touch.js";
import { lineTo } from "./wire.js";
import { t, tn } from "./words.js";

const { id, hands, draws, bots, lists } = JSON.parse(at("data").textContent);
const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";
const BREATH = 1500; // ms before a curtain or the result
const TOLD = 4000; // ms of a bubble
const root = document.documentElement.dataset;
const title = document.title;
/** @type {Wire} */ let wire;
/** @type {Drawn} */ let picture;
/** @type {Hands} */ let touch;
/** @type {Scene} */ let scene;
/** Whose hands the page plays for. @type {Local} */ let who;
/** @type {string[]} */ let advice = [];
let [passing, yours, ended, told, lost, standing, said, resized] = [false, false, false, 0, 0, -1, 0, 0];
let hand = { clientX: 0, clientY: 0 };

const zoom = import("./zoom.js").then(({ setUpZoom }) => setUpZoom(at("sheet")));
at("switch-coach").onchange = showCoach;

/** A board on which nobody has seen anything. */
function lay() {
  const fresh = at("board").cloneNode(false);
  delete fresh.dataset.version;
  standing = -1;
  at("board").replaceWith(fresh);
  picture = drawnIn(fresh);
  touch = touching(picture, fresh, { act, tell, why: (keys) => wire.why(keys, picture.version), lists, changed: showChoices });
  picture.addEventListener("shown", stand);
}

/** Look at the table as somebody at this device. @param {Local} one */
function look(one) {
  wire?.close();
  who = one;
  wire = lineTo(id, one.token, { told: take, presence: refresh, picture: draw, line, ended: halt }, size);
}

/** The room for pictures. */
const size = ({ clientWidth, clientHeight } = at("sheet")) => ({ width: clientWidth || innerWidth, height: clientHeight || innerHeight });

/** Whether the house takes an action, or below 0 a gesture or what rolls a hand; `led`: with those on the way. */
async function act(action = 0, led = [0]) {
  if (action < -1) return wire.look(-2 - action);
  show("hint", "");
  advise();
  const no = await wire.act(action < 0 ? [] : [led.length > 1 ? { led } : action], picture.version);
  if (no) play("refused");
  if (no?.message) tell(no.message);
  return !no;
}

/** A hint marks the board, and goes when the match has moved on. */
function advise() {
  const { action, version } = at("hint").firstElementChild?.dataset ?? {};
  const holds = Number(version) === wire.state.version;
  if (action && !holds) show("hint", "");
  touch.badge("hinted", holds && Number(action));
}

/** Say something for a moment, where the hand was. */
function tell(sentence = "", { clientX, clientY } = hand) {
  at("heard").textContent = sentence;
  show("bubble", sentence);
  const { left, top, width } = at("sheet").getBoundingClientRect();
  const wide = at("bubble").offsetWidth;
  const x = Math.max(4, Math.min(width - wide - 4, clientX - left - wide / 2));
  Object.assign(at("bubble").style, { left: `${x}px`, top: `${Math.max(4, clientY - top - 56)}px` });
  clearTimeout(said);
  said = setTimeout(() => show("bubble", ""), TOLD);
}

/** A picture, and what is told with it once it stands. @param {Shown} message */
async function draw(message) {
  const { coach, undo, earlier, undrawn = false } = message;
  const board = picture;
  Object.assign(wire.state, { undo }, earlier === undefined ? {} : { earlier });
  at("table").classList.toggle("undrawn", undrawn);
  at("choices").open ||= undrawn;
  showPanel(scene);
  await board.apply(message);
  if (board !== picture) return; // it was for other eyes
  advice = coach;
  showCoach();
  const news = showLog(message);
  if (news.length) at("heard").textContent = [...news, status()].join(" ");
}

/** A picture stands: what may be touched now. */
function stand() {
  if (picture.version !== wire.state?.version) return;
  touch.open(passing ? [] : picture.moves);
  advise();
  showChoices();
  at("board").dataset.version = standing = picture.version;
  placeSeats(picture);
  showTurn();
  if (at("as-text").open) write();
  if (ended || !wire.state.outcome) return;
  ended = true;
  play("end");
  setTimeout(() => (at("ending").hidden = false), BREATH);
}

const write = () => attempt(async () => show("text", await wire.ask("GET", "picture.txt")));

function showChoices() {
  const choices = touch.choices();
  at("choices").hidden = !choices.length;
  at("choices-count").textContent = choices.length;
  at("choices-list").replaceChildren(...choices.map(({ action, words }, n) =>
    make("button", { class: "small", "data-do": "choose", value: action }, make("kbd", {}, KEYS[n] ?? ""), words)));
}

/** The line has the coach, or else whose turn it is. */
function showCoach() {
  show("coach", at("switch-coach").checked ? advice.join(" ") : "");
  at("status").classList.toggle("hidden-words", !at("coach").hidden);
}

/** @param {any} message */
function take(message) {
  if (message.clock) told = performance.now();
  if (picture.version !== wire.state.version) touch.open([]);
  advise();
  refresh();
  const { table, state, mine } = scene;
  const news = showTalk(scene, message.type === "snapshot");
  if (news.length) at("heard").textContent = news.join(" ");
  if (state.outcome) showEnd();
  if (!table.followed || mine < 0 || message.type !== "delta" || message.since) return;
  seatHere(table.followed, others(id)); // they go on too
  go(`/tables/${table.followed}`);
}

async function showEnd() {
  at("end").innerHTML = await patiently(() => wire.ask("GET", `/tables/${id}/end`)).catch(() => "");
  if (at("status").textContent === status() || standing !== scene.state.version) return;
  show("status", status());
  at("heard").append(` ${status()}`);
}

function refresh() {
  const { state, presence: here } = wire;
  if (!state) return;
  const { table } = state;
  const me = who.person || (root.me ?? "");
  const seat = (person = "") => table.seats.findIndex((/** @type {SeatNow} */ one) => one.person === person);
  const names = called(table.seats, bots);
  const locals = [{ person: root.me ?? "", token: own }, ...others(id)].map((one) => ({ ...one, seat: seat(one.person) })).filter(({ seat }) => seat >= 0);
  const free = names.filter((name) => !name).length;
  scene = { wire, table, state, here, told, names, me, mine: seat(me), host: Boolean(me) && table.host === me, free, draws, locals };
  const shown = at("table").dataset;
  if (shown.status === "lobby" && table.status !== "lobby") at("tab-log").checked = true;
  shown.status = table.status;
  shown.opened = state.turn_opened;
  if (table.outdated || (table.closed && !state.outcome)) return go(`/tables/${id}`); // which says so
  if (at("dice-made")) import("./dice.js").then(({ addToDice }) => addToDice(scene)); // a game with chance
  showSeats(scene);
  tick(scene);
  showPanel(scene);
  if (state.turn === undefined || standing === state.version) showTurn();
  show("watchers", here.watchers ? tn("One person is watching.", "{number} people are watching.", here.watchers) : "");
  at("followed").href = `/tables/${table.followed}`;
  const next = table.status === "running" && locals.find(({ seat }) => seat === state.turn);
  if (next && next.person !== me) pass(next);
}

function status() {
  const { table, state, names, mine, host, free, locals } = scene;
  const watching = mine < 0 ? ` ${t("You are watching.")}` : "";
  if (state.outcome) return (at("end-head")?.textContent ?? "") + watching;
  if (table.status === "beginning") return at("status").dataset.beginning;
  if (table.status === "lobby") return awaited(free, host) + watching;
  if (state.turn === mine && locals.length < 2) return t("It is your turn.");
  const name = names[state.turn];
  return (table.seats[state.turn]?.bot ? t("{name} is thinking …", { name }) : t("{name} is to move.", { name })) + watching;
}

/** What a match waits for that has not begun. */
function awaited(free = 0, host = false) {
  if (free) return tn("Waiting for one more player.", "Waiting for {number} more players.", free);
  return at("status").dataset[host ? "ready" : "full"];
}

/** Say whose turn it is, once the board shows it. */
function showTurn() {
  show("status", status());
  const now = scene.table.status === "running" && scene.mine >= 0 && scene.state.turn === scene.mine;
  document.title = now ? `● ${t("Your turn")} – ${title}` : title;
  at("icon").href = `/static/icon${now ? "-turn" : ""}.svg`;
  if (now && !yours) play("turn");
  yours = now;
}

/** Let another person here go on; hands are put away first. @param {Scene["locals"][0]} next */
async function pass(next) {
  if (passing) return;
  passing = true;
  touch.open([]);
  if (hands) {
    if (picture.version >= 0) await pause(BREATH);
    wire.close();
    forget();
    lay();
    advice = [];
    for (const line of ["coach", "hint", "text"]) show(line, "");
    tell("");
    showChoices();
    show("curtain-name", t("Pass the device to {name}", { name: scene.names[next.seat] }));
    await answer("curtain");
  }
  passing = false;
  look(next);
}

function line(connected = false) {
  clearTimeout(lost);
  if (!connected) lost = setTimeout(() => banner(t("The connection is lost. Trying again …"), true), 700);
  else if (!at("banner").hidden) banner(t("Connected again."));
}

function halt(why = "") {
  wire.close();
  banner("");
  at("table").hidden = true;
  at("halt").hidden = at(why).hidden = false;
}

deeds.unfold = ({ value }) => {
  const one = at(value);
  if ("open" in one) one.open = !one.open;
  else one.hidden = !one.hidden;
  at("more").hidePopover();
};
deeds[`POST /tables/${id}/hint`] = async (one) => {
  await deeds.call(one);
  advise();
};
deeds.panel = () => at("table").classList.toggle("alone");
deeds.choose = ({ value }) => touch.choose(Number(value));
deeds.hand_over = ({ value }) => scene.locals.filter(({ seat }) => seat === Number(value)).forEach(pass);
deeds.zoom = async ({ value }) => (await zoom)(Number(value));

document.addEventListener("keydown", (event) => {
  const { target, key, ctrlKey, altKey, metaKey } = event;
  if (target?.closest("input, select, dialog, .menu") || altKey) return;
  const chord = ctrlKey || metaKey;
  const choice = !chord && at("choices").open && touch.choices()[KEYS.indexOf(key)];
  const name = chord ? `Control+${key.toUpperCase()}` : key;
  const [button] = all(`[aria-keyshortcuts="${CSS.escape(name)}"]:not([hidden])`);
  if (choice) touch.choose(choice.action);
  else if (key === "Enter" || key === " ") picture.skip() || target !== document.body || touch.choose(-1);
  else if (name === "F11" || name.toLowerCase() === "f") {
    event.preventDefault();
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  } else if (button && !(key === "Escape" && document.querySelector(":popover-open, .chosen"))) {
    event.preventDefault(); // else Escape would close the question
    button.click();
  }
});
new ResizeObserver(() => {
  clearTimeout(resized);
  resized = setTimeout(() => wire.look(), 200);
  placeSeats(picture);
}).observe(at("sheet"));
document.addEventListener("pointerdown", (event) => (hand = event), true);
at("as-text").ontoggle = () => at("as-text").open && write();
at("tab-talk").onchange = () => at("side").classList.remove("news");
setUp(() => scene);
setInterval(() => scene && tick(scene), 500);
lay();
look({ person: "", token: own });
