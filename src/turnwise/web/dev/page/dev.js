// The author's page. It shows what the game's process tells, and knows no game.
import { at, make, show } from "../../static/dom.js";
import { drawnIn } from "../../static/picture.js";
import { touching } from "../../static/touch.js";

/** Width and height of the windows that can be tried. @type {Record<string, [number, number]>} */
const SHAPES = { wide: [960, 640], tall: [390, 640], low: [740, 360], card: [400, 500] };
const TOLD = 4000; // ms of a bubble
const WHOM = { all: "everybody", owner: "its owner", nobody: "nobody" };

const picture = drawnIn(at("board"));
const hands = touching(picture, at("board"), { act, tell, why, lists: true });
/** @type {WebSocket} */ let line;
/** @type {DevTable | undefined} */ let table;
/** What is waited for, by its key. @type {Map<string, (answer: DevAnswer) => void>} */
const waiting = new Map();
let [asked, said, resized, filled] = [0, 0, 0, ""];

/** @param {any} wish @returns {Promise<DevAnswer>} */
function ask(wish) {
  const key = String(++asked);
  return new Promise((answer) => {
    waiting.set(key, answer);
    line.send(JSON.stringify({ ...wish, key }));
  });
}

/** Ask for something, and say if it is refused. @param {any} wish */
async function wanted(wish) {
  const { refused, faults } = await ask(wish);
  if (refused) tell(refused);
  if (faults?.length) showFaults(faults);
  return !refused && !faults?.length;
}

async function act(action = 0) {
  return wanted({ do: "act", action });
}

async function why(keys = [""]) {
  return (await ask({ do: "why", keys })).said ?? "";
}

function tell(sentence = "") {
  show("bubble", sentence);
  clearTimeout(said);
  said = setTimeout(() => show("bubble", ""), TOLD);
}

/** How this page looks at the table. */
function look() {
  const shape = at("shape").value;
  const room = at("room");
  const [width, height] = SHAPES[shape] ?? [room.clientWidth, room.clientHeight];
  const scale = Math.min(1, room.clientWidth / width, room.clientHeight / height);
  const framed = shape in SHAPES;
  Object.assign(at("sheet").style, framed ? { width: `${width * scale}px`, height: `${height * scale}px` } : { width: "", height: "" });
  at("sheet").classList.toggle("framed", framed);
  at("sheet").hidden = shape === "terminal";
  at("text").hidden = shape !== "terminal";
  const seat = at("seat").value;
  return ask({ do: "look", eyes: { seat: seat === "watch" ? null : Number(seat || -1), width, height, shape } });
}

/** @param {DevTable} now */
function take(now) {
  table = now;
  const { facts, faults = [], refused } = now;
  showFaults(faults);
  if (refused || now.note) tell(refused ?? now.note);
  document.body.classList.toggle("behind", !facts || !now.picture && at("shape").value !== "terminal");
  at("play-on").ariaPressed = now.playing_on;
  const clock = new Date().toLocaleTimeString();
  at("loaded").title = now.folder;
  if (at("loaded").dataset.loads !== String(now.loads)) at("loaded").textContent = now.loads ? `Loaded again at ${clock}` : `Watching ${now.folder}`;
  at("loaded").dataset.loads = now.loads;
  if (!facts) return show("stopped", "The table stands as it was last seen.");
  showStopped(now);
  at("title").textContent = facts.title;
  at("summary").textContent = facts.summary;
  at("status").textContent = now.status ?? "";
  at("coach").textContent = (now.coach ?? []).join(" ");
  at("text").textContent = now.text ?? "";
  showSwitches(now, facts);
  showMoves(now.moves ?? []);
  showEntries(now);
  showRecord(now.record ?? []);
  at("undo").disabled = !now.at;
  at("redo").disabled = (now.wanted ?? 0) >= now.length;
  at("board").dataset.version = now.at;
  if (now.picture) picture.apply(now.picture);
  hands.open(now.picture?.moves ?? []);
}

/** From which move on the rules don't allow what was played. @param {DevTable} now */
function showStopped({ stopped, length, wanted, at: ply = 0 }) {
  if (!stopped) return show("stopped", length > wanted ? `${length - wanted} taken back.` : "");
  const left = wanted - ply;
  show("stopped", `From move ${stopped.ply} on (“${stopped.words}” by seat ${stopped.seat}) the rules do not allow what was played: ${stopped.why} `
    + `The table stands before it; ${left === 1 ? "one action is" : `${left} actions are`} kept for when they do.`);
}

/** @param {Fault[]} faults */
function showFaults(faults) {
  at("faults").replaceChildren(...faults.map(({ doing, said, file, line, code, trace }) =>
    make("section", { class: "fault" },
      make("p", { class: "said" }, said),
      make("p", {}, `${doing}${file ? ", in " : "."}`, make("span", { class: "where" }, file && `${file}:${line}`)),
      code.length > 0 && make("pre", { class: "code" }, ...code.map(({ number, text, here }) =>
        make("span", { class: here ? "here" : "" }, `${String(number).padStart(4)}  ${text}`))),
      trace !== "" && make("details", {}, make("summary", {}, "Traceback"), make("pre", {}, trace)))));
}

/** @param {DevTable} now @param {NonNullable<DevTable["facts"]>} facts */
function showSwitches({ sitters, terms }, { seats: [low, high], options }) {
  const mine = sitters.flatMap((who, n) => (who === "me" ? [n] : []));
  const first = !at("seat").value;
  const chosen = at("seat").value || String(mine.length === 1 ? mine[0] : -1);
  const named = sitters.map((who, n) => [String(n), `Seat ${n} (${who === "me" ? "you" : who})`]);
  fill(at("seat"), [["-1", "Whoever is on turn"], ...named, ["watch", "A spectator"]], chosen);
  if (first && chosen !== "-1") look(); // who plays alone against bots looks with his own eyes
  const now = JSON.stringify([terms, options]);
  if (now === filled) return;
  filled = now; // else what somebody is typing would be lost
  const numbers = Array.from({ length: high - low + 1 }, (_, n) => String(low + n));
  fill(at("seats"), numbers.map((n) => [n, n]), String(sitters.length));
  at("seed").value = terms.seed;
  at("options").replaceChildren(...options.map(field));
  at("fold").hidden = !options.length;
  at("options-count").textContent = options.length;
}

/** @param {HTMLSelectElement} select @param {string[][]} choices */
function fill(select, choices, chosen = "") {
  select.replaceChildren(...choices.map(([value, words]) => make("option", { value }, words)));
  select.value = choices.some(([value]) => value === chosen) ? chosen : choices[0][0];
}

/** @param {DevOption} option */
function field({ name, kind, choices, value, help }) {
  const label = name.replaceAll("_", " ");
  if (kind === "switch") {
    const box = make("input", { type: "checkbox", name });
    box.checked = value;
    return make("label", { class: "switch" }, box, make("span", {}, label, make("small", {}, help)));
  }
  const input = kind === "choice" ? make("select", { name }) : make("input", { name, value });
  if (kind === "choice") fill(input, choices.map((one) => [String(one), String(one)]), String(value));
  return make("label", { class: "field" }, make("span", {}, label), input, make("small", {}, help));
}

/** @param {[number, string, string][]} moves */
function showMoves(moves) {
  at("moves-count").textContent = moves.length;
  at("moves").replaceChildren(...moves.map(([action, words, written]) => {
    const button = make("button", { class: "small", title: written }, words);
    button.onclick = () => act(action);
    return button;
  }));
}

/** @param {DevTable} now */
function showEntries({ entries = [], at: ply }) {
  at("entries").replaceChildren(...entries.map((entry) => {
    const told = entry.told.join(" ") || (entry.at ? entry.words : "The match is set up.");
    const button = make("button", entry.at === ply ? { "aria-current": "step" } : {},
      make("span", { class: "number" }, String(entry.at)),
      make("span", {}, told, make("code", {}, entry.at ? `seat ${entry.seat}: ${entry.words}` : ""), ...entry.events.map((event) => make("code", {}, event))));
    button.onclick = () => wanted({ do: "go", at: entry.at });
    return make("li", {}, button);
  }));
  at("entries").scrollTop = at("entries").scrollHeight;
}

/** @param {DevField[]} fields */
function showRecord(fields) {
  const rows = fields.map(({ name, home, see, value, seen }) =>
    make("tr", see === "all" ? {} : { class: "secret" },
      make("td", {}, home ? `${home}.${name}` : name),
      make("td", { class: "see" }, WHOM[see]),
      make("td", {}, value, seen !== undefined && make("span", { class: "seen" }, `this seat sees: ${seen}`))));
  at("record").tBodies[0].replaceChildren(...rows);
}

function terms() {
  const form = at("begin");
  const options = Object.fromEntries((table?.facts?.options ?? []).map(({ name, kind }) => {
    const input = form.elements[name];
    return [name, kind === "switch" ? input.checked : input.value];
  }));
  return { seats: Number(at("seats").value), seed: Number(at("seed").value), options };
}

function open() {
  line = new WebSocket(`ws://${location.host}/socket`);
  line.onopen = () => look();
  line.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.type === "table") return take(told);
    waiting.get(told.key)?.(told);
    waiting.delete(told.key);
  };
  line.onclose = () => {
    at("loaded").textContent = "turnwise dev has ended. Start it again.";
    setTimeout(open, 1000);
  };
}

const deeds = {
  undo: () => wanted({ do: "go", at: (table?.at ?? 0) - 1 }),
  redo: () => wanted({ do: "go", at: (table?.wanted ?? 0) + 1 }),
  restart: () => wanted({ do: "restart" }),
  random: () => wanted({ do: "random" }),
  "play-on": () => wanted({ do: "play_on", on: at("play-on").ariaPressed !== "true" }),
};
for (const [id, deed] of Object.entries(deeds)) at(id).onclick = deed;
at("seat").onchange = at("shape").onchange = () => look();
at("theme").onchange = () => (document.documentElement.dataset.theme = at("theme").value);
at("begin").onsubmit = async (/** @type {Event} */ event) => {
  event.preventDefault();
  const { refused = "" } = await ask({ do: "begin", terms: terms() });
  at("refused").textContent = refused;
};
document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.target?.closest("input, select")) return;
  if (key === "z" || key === "y") {
    event.preventDefault();
    at(key === "z" ? "undo" : "redo").click();
  }
});
new ResizeObserver(() => {
  clearTimeout(resized);
  resized = setTimeout(() => line.readyState === WebSocket.OPEN && look(), 150);
}).observe(at("room"));
open();
