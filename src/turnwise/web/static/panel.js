// What one may do at the table beside playing, and what others ask for.
import { call, go, somebody } from "./api.js";
import { deeds, house } from "./deeds.js";
import { all, at } from "./dom.js";
import { say } from "./words.js";

/** The buttons do what they say. @param {() => Scene} scene as it is then */
export function setUp(scene) {
  /** Ask the others. Whoever sits at this very device has agreed. @type {Deeds[""]} */
  const ask = async ({ dataset }) => {
    const { wire, table, me, locals } = scene();
    await wire.ask("POST", dataset.do);
    for (const { person, token } of locals)
      if (person !== me) await call("POST", `/api/tables/${table.id}/answers`, { for: dataset.do, yes: true }, token).catch(() => {});
  };
  Object.assign(deeds, {
    undo: ask,
    rematch: ask,
    leave: () => go("/"),
    send: () => navigator.share({ title: document.title, url: all(".invite input")[0].value }).catch(() => {}),
  });
  // Whoever is nobody yet becomes somebody.
  house.ask = async (method, path, given) => {
    const { wire, me } = scene();
    if (!given.cookie) await somebody();
    const told = await wire.ask(method, path, given);
    if (!me) wire.open();
    return told;
  };
}

/** @param {Scene} scene */
export function showPanel(scene) {
  const { table, state, names, mine, host, free, draws } = scene;
  const playing = table.status === "running" && mine >= 0 && !state.left?.includes(mine);
  const lobby = host && table.status === "lobby";
  /** @type {Facts} */
  const may = {
    earlier: state.earlier,
    hint: playing && table.hints && state.legal?.length,
    undo: playing && state.undo && !table.asking,
    draw: playing && draws && state.turn === mine && state.draw_offer === undefined,
    resign: playing,
    away: playing && !table.seats[mine].away,
    lobby,
    join: table.status === "lobby" && mine < 0 && !host && free,
    result: state.outcome,
    followed: table.followed,
    rematch: state.outcome && mine >= 0 && !table.followed && !table.asking,
    send: "share" in navigator,
  };
  for (const button of all("[data-may]")) button.hidden = !may[button.dataset.may];
  at("start").disabled = free;
  at("say").elements.room.value = mine >= 0 || host ? "players" : "watchers";

  const [what, seat] = asked(scene, playing);
  for (const box of all(".ask")) {
    if (box.dataset.what === `${what} ${seat}`) continue;
    box.dataset.what = `${what} ${seat}`;
    box.hidden = !what;
    box.replaceChildren(...(what ? [at(`ask-${what}`).content.cloneNode(true)] : []));
    if (what) box.firstChild.data = say(box.firstChild.data, { name: names[seat] });
  }
}

/** What somebody asks for, if anybody does, and who. @param {Scene} scene @returns {[string, number]} */
function asked({ table: { asking, seats }, state: { draw_offer: offer }, mine }, playing = false) {
  if (playing && seats[mine].away) return ["away", mine];
  if (asking && mine >= 0) return [`${asking.for}-${asking.agreed.includes(mine) ? "asked" : "asks"}`, asking.seat];
  return playing && offer !== undefined ? [offer === mine ? "offered" : "offers", offer] : ["", -1];
}
