// What one may do at the table beside playing: the buttons, what others ask for, the link, and what is switched on.
import { attempt, banner, call } from "./api.js";
import { all, at, make } from "./dom.js";
import { verify } from "./ending.js";
import { others } from "./here.js";
import { translated } from "./sentences.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").Scene} Scene */

/** @type {Record<string, (scene: Scene, button: any) => unknown>} */
const DEEDS = {
  async hint({ wire }) {
    show("hint", t("table_hint_wait"));
    const told = await wire.ask("GET", "hint").catch((/** @type {Error} */ error) => ({ hint: [error.message] }));
    show("hint", told.hint.map(translated).join(" "));
  },
  undo: (scene) => ask(scene, "undo"),
  rematch: (scene) => ask(scene, "rematch"),
  draw: ({ wire }) => wire.ask("POST", "draw", { do: "offer" }),
  resign: async ({ wire }) => (await sure("table_sure_resign")) && wire.ask("POST", "resign"),
  away: ({ wire }) => wire.ask("POST", "away"),
  start: ({ wire }) => wire.ask("POST", "start"),
  close: async ({ wire }) => (await sure("table_sure_close")) && wire.ask("POST", "close"),
  share: () => at("share").showModal(),
  verify,
  result: () => at("ending").showModal(),
  shut: (_, button) => button.closest("dialog").close(),
  send: (_, button) => navigator.share({ title: document.title, url: button.value }).catch(() => {}),
  async copy(_, button) {
    const link = button.parentElement.querySelector("input");
    link.select();
    // Only a page that came over https may write to the clipboard by itself.
    if (navigator.clipboard) await navigator.clipboard.writeText(link.value);
    else document.execCommand("copy");
    banner(t("table_copied"));
  },
  tab(_, button) {
    for (const one of all("[data-do=tab]")) at(one.value).hidden = (one.ariaPressed = String(one === button)) === "false";
    button.classList.remove("news");
    for (const list of all(".log")) list.scrollTop = list.scrollHeight;
  },
};

/** Ask the others. Whoever sits at this very device has agreed. @param {Scene} scene @param {"undo" | "rematch"} what */
async function ask({ wire, table, me }, what) {
  await wire.ask("POST", what);
  for (const one of others(table.id))
    if (one.person !== me) await call("POST", `/api/tables/${table.id}/answers`, { for: what, yes: true }, one.token).catch(() => {});
}

/** Whether somebody means it. @param {string} what @returns {Promise<boolean>} */
function sure(what) {
  const dialog = at("sure");
  show("sure-what", t(what));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => (dialog.onclose = () => answer(dialog.returnValue === "yes")));
}

/** Say something in a line of its own; nothing takes the line away. @param {string} id @param {string} said */
export function show(id, said) {
  at(id).textContent = said;
  at(id).hidden = !said;
}

/** The buttons do what they say. @param {() => Scene} scene as it is when one is pressed */
export function setUp(scene) {
  document.addEventListener("click", ({ target }) => {
    const button = /** @type {any} */ (target).closest("[data-do]");
    if (button?.closest("[popover]")) at("more").hidePopover();
    if (button) attempt(async () => DEEDS[button.dataset.do](scene(), button));
  });
}

/** A switch that this browser remembers. @param {string} name @param {boolean} on unless it was set @param {() => void} [then] */
export function toggle(name, on, then) {
  const box = at(`switch-${name}`);
  box.checked = (localStorage.getItem(name) ?? (on ? "on" : "off")) !== "off";
  box.onchange = () => {
    localStorage.setItem(name, box.checked ? "on" : "off");
    then?.();
  };
  return () => box.checked;
}

/** @param {Scene} scene */
export function showPanel(scene) {
  const { table, state, mine, host } = scene;
  const playing = table.status === "running" && mine >= 0 && !state.left?.includes(mine);
  const over = Boolean(state.outcome);
  /** @type {Record<string, boolean>} */
  const may = {
    hint: playing && !table.rated && state.legal?.length > 0,
    undo: playing && state.version > 0,
    draw: playing && scene.draws && state.turn === mine && state.draw_offer === undefined,
    resign: playing,
    away: playing && !table.seats[mine].away,
    start: host && table.status === "lobby",
    close: host && table.status === "lobby",
    rematch: over && mine >= 0 && !table.followed && !table.asking,
    result: over,
    send: "share" in navigator,
  };
  for (const button of all("[data-do]")) button.hidden = !(may[button.dataset.do] ?? true);
  at("start").disabled = table.seats.some((one) => !one.person && !one.bot);
  const [said, answers] = asked(scene, playing);
  for (const box of all(".ask")) {
    if (box.dataset.said === said) continue;
    box.dataset.said = said;
    box.hidden = !said;
    const buttons = answers.map(([words, path, body]) =>
      make("button", { class: "small", type: "button", onclick: () => attempt(() => scene.wire.ask("POST", path, body)) }, t(words)),
    );
    box.replaceChildren(make("span", {}, said), ...buttons);
  }
}

/** What somebody asks for, and the answers: words and what is sent. @param {Scene} scene @param {boolean} playing
 * @returns {[string, [string, string, object?][]]} */
function asked({ table, state, mine, names }, playing) {
  const { asking } = table;
  const offer = state.draw_offer;
  if (playing && table.seats[mine].away) return [t("table_you_are_away"), [["table_back", "back"]]];
  if (asking && mine >= 0) {
    if (asking.agreed.includes(mine)) return [t(`table_asked_${asking.for}`), []];
    const answer = (/** @type {boolean} */ yes) => ({ for: asking.for, yes });
    return [
      t(`table_asks_${asking.for}`, { name: names[asking.seat] }),
      [["table_agree", "answers", answer(true)], ["table_decline", "answers", answer(false)]],
    ];
  }
  if (!playing || offer === undefined) return ["", []];
  if (offer === mine) return [t("table_offered"), []];
  return [t("table_offers", { name: names[offer] }), [["table_accept", "draw", { do: "accept" }], ["table_refuse", "draw", { do: "refuse" }]]];
}
