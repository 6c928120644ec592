// Where boards are made: the ground, questions, and all that the house says of it.
import { attempt, banner, patiently } from "./api.js";
import { deeds, house } from "./deeds.js";
import { all, at, make, pause } from "./dom.js";
import { ground } from "./ground.js";
import { t } from "./words.js";

const given = JSON.parse(at("given").textContent);
const path = `/api/games/${given.game}/workshop/`;
/** A document in the making, with every step to be taken back and done again. @type {Draft} */
const draft = { doc: given.document, at: 0, steps: [JSON.stringify(given.document)], change, go };
const field = ground(at("ground"), draft, given.kinds, panel);
/** @type {Texts} */
const kinds = {};
for (const { name, words } of given.kinds) kinds[name] = words;
let board = given.board;
let asked = 0;
/** @type {any} */
let checked = {};

// What is shown.

/** Say one of the sentences that a line has. */
const tell = (line = "", which = "") => (at(line).textContent = at(line).dataset[which]);

function panel() {
  const { chosen, joining } = field;
  const one = draft.doc.positions[chosen];
  at("joining").ariaPressed = joining;
  at("place").hidden = at("remove").disabled = !one;
  tell("how", joining ? "joining" : "making");
  for (const name of ["id", "kind", "pack"]) at(`place-${name}`).value = one?.[name] ?? "";
}

/** @param {string} list @param {any[]} told */
function sentences(list, told) {
  const items = told.map(({ sentence, where, severe }) =>
    make("li", { class: severe ? "severe" : "" }, sentence,
      where.length > 0 && make("button", { class: "small", "data-do": "point", value: where }, t("Show me"))));
  at(list).replaceChildren(...items);
}

async function check() {
  const mine = ++asked;
  await pause(150);
  if (mine !== asked) return;
  const told = await patiently(() => mine === asked && ask(`${path}check`, { document: draft.doc }));
  if (mine !== asked) return;
  checked = told;
  sentences("remarks", told.remarks);
  tell("state", told.good ? "good" : "bad");
  for (const id of ["save", "drive", "friend", "alone", "judge"]) at(id).disabled = !told.good;
  field.marked = [];
  for (const { where } of told.remarks) field.marked.push(...where);
  field.draw();
  const rows = draft.doc.positions.map(({ id, kind }, i) => {
    const { degree, steps } = told.sites[i] ?? {};
    return make("tr", {}, ...[id, kinds[kind], degree, steps ?? "–"].map((cell) => make("td", {}, String(cell))));
  });
  at("sites").replaceChildren(...rows);
}

function show(typed = false) {
  const { doc } = draft;
  at("name").value = doc.name;
  at("author").value = doc.author ?? "";
  at("undo").disabled = !draft.at;
  at("redo").disabled = !draft.steps[draft.at + 1];
  at("sharing").hidden = !board;
  at("link").value = at("copy").value = `${location.origin}/boards/${board?.id}`;
  if (!typed) packs();
  field.draw();
  panel();
  attempt(check);
}

/** Take a step; `typed`: into a field that shows it already. @type {Draft["change"]} */
function change(deed, typed) {
  const next = structuredClone(draft.doc);
  deed(next);
  const step = JSON.stringify(next);
  if (step === draft.steps[draft.at]) return;
  draft.steps.splice(draft.at + 1, Infinity, step);
  go(1, typed);
}

/** So many steps on, or back. What stands is kept, though it is not saved. */
function go(by = 1, typed = false) {
  const step = draft.steps[draft.at + by];
  if (!step) return;
  draft.at += by;
  draft.doc = JSON.parse(step);
  localStorage[`draft ${location.pathname}`] = step;
  show(typed);
}

const ask = (path = "", given = {}, method = "POST") => house.ask(method, path, given);

// Questions, as a text: the question, its answers behind "-", the right one behind "*", a note behind ">".

function packs() {
  at("packs").replaceChildren();
  at("place-pack").replaceChildren(new Option("–", ""));
  for (const [id, pack] of Object.entries(draft.doc.packs ?? {})) {
    const lines = [];
    for (const { text, answers, right, note } of pack.questions ?? []) {
      lines.push(text);
      for (const n in answers) lines.push(`${Number(n) === right ? "*" : "-"} ${answers[n]}`);
      lines.push(...(note ? [`> ${note}`] : []), "");
    }
    const text = make("textarea", { rows: 12, "aria-label": t("Questions of {id}", { id }) }, lines.join("\n"));
    const title = make("input", { value: pack.title ?? "", "aria-label": t("Title of {id}", { id }) });
    text.onchange = title.onchange = () =>
      change((doc) => ((doc.packs ??= {})[id] = { title: title.value, questions: questions(text.value) }), true);
    const remove = make("button", { class: "small", "data-do": "remove_pack", value: id }, t("Delete {id}", { id }));
    at("packs").append(make("div", { class: "stack" }, title, text, remove));
    at("place-pack").append(new Option(pack.title || id, id));
  }
}

function questions(text = "") {
  /** @type {any[]} */
  const found = [];
  for (const line of text.split("\n")) {
    const [, sign, rest] = /** @type {string[]} */ (/^\s*([-*>]?)\s*(.*?)\s*$/.exec(line));
    const one = found.at(-1);
    if (!sign && rest) found.push({ text: rest, answers: [], right: -1 });
    else if (one && sign === ">") one.note = rest;
    else if (one && sign) {
      if (sign === "*") one.right = one.answers.length;
      one.answers.push(rest);
    }
  }
  return found;
}

// What is done.

/** Another document, as far as it can be shown; the house says what is wrong with it. @param {any} read */
function open(read) {
  const positions = Array.from(read.positions, (one) => ({ ...one, x: Number(one.x) || 0, y: Number(one.y) || 0 }));
  field.chosen = -1;
  change((doc) => {
    delete doc.packs;
    delete doc.author;
    Object.assign(doc, read, { positions, connections: Array.from(read.connections ?? []) });
  });
}

/** @type {Deeds} */
const own = {
  back: () => go(-1),
  again: () => go(1),
  join: () => field.join(!field.joining),
  remove: field.remove,
  zoom: ({ value }) => field.draw(Number(value)),
  arrange: async () => open((await ask(`${path}arrange`, { document: draft.doc })).document),
  /** A match on this board, at once. */
  async drive({ dataset }) {
    const said = { ...JSON.parse(dataset.given), [`option-${checked.option}`]: "own", [`own-${checked.option}`]: JSON.stringify(draft.doc) };
    for (const name in checked.options) said[`option-${name}`] = String(checked.options[name]);
    const { id } = await ask(`/games/${given.game}/tables`, said);
    location.assign(`/tables/${id}`);
  },
  point({ value }) {
    field.marked = value.split(",").map(Number);
    field.choose(field.marked[0]);
    all(".place")[field.chosen].scrollIntoView({ block: "center", inline: "center" });
  },
  add_pack: () => change((doc) => ((doc.packs ??= {})[`pack-${Object.keys(doc.packs).length + 1}`] = { questions: [] })),
  remove_pack: ({ value }) => change((doc) => delete doc.packs?.[value]),
  async save() {
    const { doc: document } = draft;
    board = board?.mine
      ? await ask(`/api/boards/${board.id}`, { document, revision: board.revision }, "PATCH")
      : await ask("/api/boards", { game: given.game, document });
    localStorage.removeItem(`draft ${location.pathname}`);
    history.replaceState(null, "", `/boards/${board.id}`);
    show(true);
    banner(t("Saved."));
  },
  export() {
    const href = URL.createObjectURL(new Blob([JSON.stringify(draft.doc, null, 1)], { type: "application/json" }));
    make("a", { href, download: `${draft.doc.name}.json` }).click();
  },
  load() {
    try {
      open(JSON.parse(at("pasted").value));
      at("importing").close();
    } catch {
      tell("unread", "why");
    }
  },
  async judge() {
    const document = draft.doc;
    for (let told; !told?.remarks; ) {
      told = await ask(`${path}judge`, { document });
      sentences("verdict", told.remarks ?? [{ sentence: t("Bots are playing on it: {done} of {of} games.", told), where: [] }]);
    }
  },
};
Object.assign(deeds, own);
at("begin").onchange = () => open(given.samples[at("begin").value]);
at("name").onchange = () => change((doc) => (doc.name = at("name").value));
at("author").onchange = () => change((doc) => (doc.author = at("author").value.trim() || undefined));
for (const name of ["id", "kind", "pack"])
  at(`place-${name}`).onchange = () => {
    const value = at(`place-${name}`).value.trim();
    const was = draft.doc.positions[field.chosen].id;
    if (name === "id" && draft.doc.positions.some((one) => one.id === value)) banner(t("There is a place {id} already.", { id: value }));
    else
      change((doc) => {
        doc.positions[field.chosen][name] = value || undefined;
        if (name === "id") doc.connections = doc.connections.map((pair) => pair.map((end) => (end === was ? value : end)));
      });
    panel();
  };
addEventListener("keydown", (e) => {
  if (!(e.ctrlKey || e.metaKey) || !/^[zy]$/i.test(e.key) || e.target?.matches("input, textarea")) return;
  go(e.key === "y" || e.shiftKey ? 1 : -1);
  e.preventDefault();
});

const before = localStorage[`draft ${location.pathname}`];
show();
if (before && before !== draft.steps[0]) {
  open(JSON.parse(before));
  banner(at("state").dataset.unsaved);
}
