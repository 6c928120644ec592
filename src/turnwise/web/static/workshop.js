// Where boards are made: the ground, what is chosen there, questions, and all that the house says of it.
import { attempt, banner, call, post, somebody } from "./api.js";
import { all, at, make } from "./dom.js";
import { Draft } from "./draft.js";
import { ground } from "./ground.js";
import { t } from "./words.js";

const given = JSON.parse(at("given").textContent);
const house = `/api/games/${given.game}/workshop/`;
const draft = new Draft(given.document);
const field = ground(at("ground"), draft, given.kinds, panel);
/** @type {Record<string, string>} */
const kinds = {};
for (const { name, words } of given.kinds) kinds[name] = words;
let board = given.board;
let asked = 0;
/** @type {any} */
let checked = {};

// What is shown.

function panel() {
  const { chosen, joining } = field;
  const one = draft.doc.positions[chosen];
  at("joining").ariaPressed = joining;
  at("place").hidden = at("remove").disabled = !one;
  at("how").textContent = t(joining ? "workshop_how_join" : "workshop_how");
  for (const name of ["id", "kind", "pack"]) at(`place-${name}`).value = one?.[name] ?? "";
}

/** @param {string} list @param {any[]} told */
function sentences(list, told) {
  at(list).replaceChildren();
  for (const { sentence, where, severe } of told) {
    const show = make("button", { type: "button", className: "small", textContent: t("workshop_show"), hidden: !where.length });
    show.onclick = () => {
      field.marked = where;
      field.choose(where[0]);
      all(".place")[where[0]].scrollIntoView({ block: "center", inline: "center" });
    };
    at(list).append(make("li", { className: severe ? "severe" : "" }, sentence, show));
  }
}

async function check() {
  const mine = ++asked;
  await new Promise((go) => setTimeout(go, 150));
  if (mine !== asked) return;
  await somebody();
  const told = await post(`${house}check`, { document: draft.doc });
  if (mine !== asked) return;
  checked = told;
  sentences("remarks", told.remarks);
  at("state").textContent = t(told.good ? "workshop_good" : "workshop_mend");
  for (const id of ["save", "drive", "alone", "judge"]) at(id).disabled = !told.good;
  field.marked = [];
  for (const { where } of told.remarks) field.marked.push(...where);
  field.draw();
  at("sites").replaceChildren();
  draft.doc.positions.forEach(({ id, kind }, i) => {
    const { degree, steps } = told.sites[i] ?? {};
    at("sites").append(make("tr", {}, ...[id, kinds[kind], degree, steps ?? "–"].map((cell) => make("td", {}, String(cell)))));
  });
}

/** @param {boolean} [typed] */
function show(typed) {
  const { doc } = draft;
  at("name").value = doc.name;
  at("undo").disabled = !draft.at;
  at("redo").disabled = !draft.steps[draft.at + 1];
  at("sharing").hidden = !board;
  at("link").value = `${location.origin}/boards/${board?.id}`;
  if (!typed) packs();
  field.draw();
  panel();
  attempt(check);
}

// Questions, as a text: the question, its answers behind "-", the right one behind "*", a note behind ">".

function packs() {
  at("packs").replaceChildren();
  at("place-pack").replaceChildren(make("option", { value: "" }, "–"));
  for (const [id, pack] of Object.entries(draft.doc.packs ?? {})) {
    const lines = [];
    for (const { text, answers, right, note } of pack.questions ?? []) {
      lines.push(text);
      for (const n in answers) lines.push(`${Number(n) === right ? "*" : "-"} ${answers[n]}`);
      lines.push(...(note ? [`> ${note}`] : []), "");
    }
    const text = make("textarea", { rows: 12, value: lines.join("\n"), ariaLabel: t("workshop_questions", { id }) });
    const title = make("input", { value: pack.title ?? "", ariaLabel: t("workshop_pack_title", { id }) });
    text.onchange = title.onchange = () =>
      draft.change((doc) => ((doc.packs ??= {})[id] = { title: title.value, questions: questions(text.value) }), true);
    const remove = make("button", { type: "button", className: "small", textContent: t("workshop_remove_pack", { id }) });
    remove.onclick = () => draft.change((doc) => delete doc.packs?.[id]);
    at("packs").append(make("div", { className: "stack" }, title, text, remove));
    at("place-pack").append(make("option", { value: id }, pack.title || id));
  }
}

/** @param {string} text */
function questions(text) {
  /** @type {any[]} */
  const found = [];
  for (const line of text.split("\n").map((line) => line.trim())) {
    const [, sign, rest] = /** @type {string[]} */ (/^([-*>]?)\s*(.*)/.exec(line));
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
  /** @type {any[]} */
  const positions = [];
  for (const one of read.positions) positions.push({ ...one, x: Number(one.x) || 0, y: Number(one.y) || 0 });
  field.chosen = -1;
  draft.change((doc) => {
    delete doc.packs;
    Object.assign(doc, read, { positions, connections: Array.from(read.connections ?? []) });
  });
}

/** A table with this board, and at once the match. @param {string[]} bots */
async function drive(bots) {
  const options = { ...checked.options, [checked.option]: draft.doc };
  const { id } = await post("/api/tables", { game: given.game, seats: 1 + bots.length, bots, access: "link", options });
  await post(`/api/tables/${id}/start`);
  location.assign(`/tables/${id}`);
}

/** @type {Record<string, () => any>} */
const deeds = {
  undo: () => draft.go(-1),
  redo: () => draft.go(1),
  joining: () => field.join(!field.joining),
  remove: field.remove,
  larger: () => field.draw(1.25),
  smaller: () => field.draw(0.8),
  arrange: async () => open((await post(`${house}arrange`, { document: draft.doc })).document),
  drive: () => drive(["classic"]),
  alone: () => drive([]),
  import: () => at("importing").showModal(),
  add_pack: () => draft.change((doc) => ((doc.packs ??= {})[`pack-${Object.keys(doc.packs).length + 1}`] = { questions: [] })),
  async save() {
    const document = draft.doc;
    const change = { document, revision: board?.revision };
    board = board?.mine ? await call("PATCH", `/api/boards/${board.id}`, change) : await post("/api/boards", { game: given.game, document });
    localStorage.removeItem(`draft ${location.pathname}`);
    history.replaceState(null, "", `/boards/${board.id}`);
    show(true);
    banner(t("workshop_saved"));
  },
  async copy() {
    at("link").select();
    await navigator.clipboard?.writeText(at("link").value);
    banner(t("workshop_copied"));
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
      at("unread").textContent = t("workshop_unread");
    }
  },
  async judge() {
    const document = draft.doc;
    for (let told; !told?.remarks; ) {
      told = await post(`${house}judge`, { document });
      sentences("verdict", told.remarks ?? [{ sentence: t("workshop_playing", told), where: [] }]);
    }
  },
};
for (const id in deeds) at(id).onclick = () => attempt(async () => deeds[id]());
at("file").onchange = async () => (at("pasted").value = await at("file").files[0].text());
at("begin").onchange = () => open(given.samples[at("begin").value]);
at("name").onchange = () => draft.change((doc) => (doc.name = at("name").value));
for (const name of ["id", "kind", "pack"])
  at(`place-${name}`).onchange = () => {
    const value = at(`place-${name}`).value.trim();
    const was = draft.doc.positions[field.chosen].id;
    if (name === "id" && draft.doc.positions.some((one) => one.id === value)) banner(t("workshop_taken", { id: value }));
    else
      draft.change((doc) => {
        doc.positions[field.chosen][name] = value || undefined;
        if (name === "id") doc.connections = doc.connections.map((pair) => pair.map((end) => (end === was ? value : end)));
      });
    panel();
  };
addEventListener("keydown", (e) => {
  if (!(e.ctrlKey || e.metaKey) || !/^[zy]$/i.test(e.key) || /** @type {Element} */ (e.target).matches("input, textarea")) return;
  draft.go(e.key === "y" || e.shiftKey ? 1 : -1);
  e.preventDefault();
});
draft.addEventListener("changed", (e) => {
  localStorage.setItem(`draft ${location.pathname}`, draft.steps[draft.at]);
  show(/** @type {CustomEvent} */ (e).detail);
});

const before = localStorage.getItem(`draft ${location.pathname}`);
show();
if (before && before !== draft.steps[0]) {
  open(JSON.parse(before));
  banner(t("workshop_again"));
}
