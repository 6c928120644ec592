// What one may do at the table beside playing: the buttons, what others ask for, the link, and what is switched on.
import { attempt, banner, call, get, post, somebody } from "./api.js";
import { all, at, make } from "./dom.js";
import { others } from "./here.js";
import { translated } from "./sentences.js";
import { t } from "./words.js";

/** @type {Record<string, (scene: Scene, button: any) => unknown>} */
const DEEDS = {
  async hint({ wire }) {
    show("hint", t("table_hint_wait"));
    const told = await wire.ask("GET", "hint").catch(({ message }) => ({ hint: [message] }));
    show("hint", told.hint.map(translated).join(" "));
  },
  undo: (scene) => ask(scene, "undo"),
  rematch: (scene) => ask(scene, "rematch"),
  draw: ({ wire }) => wire.ask("POST", "draw", { do: "offer" }),
  open: (_, { value }) => at(value).showModal(),
  leave: () => location.assign("/"),
  send: (_, { value }) => navigator.share({ title: document.title, url: value }).catch(() => {}),
  async copy(_, button) {
    const link = button.parentElement.querySelector("input");
    link.select();
    // Only a page that came over https may write to the clipboard by itself.
    if (navigator.clipboard) await navigator.clipboard.writeText(link.value);
    else document.execCommand("copy");
    banner(t("table_copied"));
  },
  /** Play the match again from its transcript, as anybody can: were the dice those that were promised? */
  async verify({ table }) {
    await somebody();
    const transcript = await get(`/api/tables/${table.id}/transcript`);
    const { commitment } = await post("/api/verifications", { transcript });
    show("end-proof", t(commitment === table.commitment ? "end_verified" : "end_not_verified"));
  },
};

/** Ask the others. Whoever sits at this very device has agreed. @param {Scene} scene @param {"undo" | "rematch"} what */
async function ask({ wire, table, me }, what) {
  await wire.ask("POST", what);
  for (const { person, token } of others(table.id))
    if (person !== me) await call("POST", `/api/tables/${table.id}/answers`, { for: what, yes: true }, token).catch(() => {});
}

/** Whether somebody means it. @param {string | undefined} what nothing to ask: he does @returns {unknown} */
function sure(what) {
  if (!what) return true;
  const dialog = at("sure");
  show("sure-what", what);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => (dialog.onclose = () => answer(dialog.returnValue)));
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
    if (!button) return;
    const { do: what, sure: asked } = button.dataset;
    button.closest("[popover]")?.hidePopover();
    attempt(async () => (await sure(asked)) && (DEEDS[what] ?? (({ wire }) => wire.ask("POST", what)))(scene(), button));
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
  const { table, state, mine, host, wire } = scene;
  const playing = table.status === "running" && mine >= 0 && !state.left?.includes(mine);
  const lobby = host && table.status === "lobby";
  /** @type {Record<string, unknown>} */
  const may = {
    hint: playing && !table.rated && state.legal?.length,
    undo: playing && state.version,
    draw: playing && scene.draws && state.turn === mine && state.draw_offer === undefined,
    resign: playing,
    away: playing && !table.seats[mine].away,
    start: lobby,
    close: lobby,
    rematch: state.outcome && mine >= 0 && !table.followed && !table.asking,
    send: "share" in navigator,
  };
  for (const button of all("[data-do]")) button.hidden = button.dataset.do in may && !may[button.dataset.do];
  at("start").disabled = table.seats.some((one) => !one.person && !one.bot);
  const [said, answers] = asked(scene, playing);
  for (const box of all(".ask")) {
    if (box.dataset.said === said) continue;
    box.dataset.said = said;
    box.hidden = !said;
    const buttons = answers.map(([words, path, body]) =>
      make("button", { class: "small", onclick: () => attempt(() => wire.ask("POST", path, body)) }, t(words)));
    box.replaceChildren(said, ...buttons);
  }
}

/** What somebody asks for, and the answers: words and what is sent. @param {Scene} scene @param {boolean} playing
 * @returns {[string, [string, string, object?][]]} */
function asked({ table: { asking, seats }, state: { draw_offer: offer }, mine, names }, playing) {
  if (playing && seats[mine].away) return [t("table_you_are_away"), [["table_back", "back"]]];
  if (asking && mine >= 0) {
    const what = asking.for;
    if (asking.agreed.includes(mine)) return [t(`table_asked_${what}`), []];
    const answers = { table_agree: true, table_decline: false };
    return [
      t(`table_asks_${what}`, { name: names[asking.seat] }),
      Object.entries(answers).map(([words, yes]) => [words, "answers", { for: what, yes }]),
    ];
  }
  if (!playing || offer === undefined) return ["", []];
  if (offer === mine) return [t("table_offered"), []];
  return [t("table_offers", { name: names[offer] }), ["accept", "refuse"].map((what) => [`table_${what}`, "draw", { do: what }])];
}
