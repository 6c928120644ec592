// What one may do at the table beside playing, and what others ask for.
import { call, get, post, somebody } from "./api.js";
import { deeds, sent } from "./deeds.js";
import { all, at, show } from "./dom.js";
import { others } from "./here.js";
import { translated } from "./sentences.js";
import { say, t } from "./words.js";

/** The buttons do what they say. @param {() => Scene} scene as it is when one is pressed */
export function setUp(scene) {
  /** Ask the others. Whoever sits at this very device has agreed. @type {Deeds[""]} */
  const ask = async ({ dataset }) => {
    const { wire, table, me } = scene();
    await wire.ask("POST", dataset.do);
    for (const { person, token } of others(table.id))
      if (person !== me) await call("POST", `/api/tables/${table.id}/answers`, { for: dataset.do, yes: true }, token).catch(() => {});
  };
  /** @type {Deeds} */
  const own = {
    undo: ask,
    rematch: ask,
    async hint() {
      show("hint", t("table_hint_wait"));
      const told = await scene().wire.ask("GET", "hint").catch(({ message }) => ({ hint: [message] }));
      show("hint", told.hint.map(translated).join(" "));
    },
    leave: () => location.assign("/"),
    send: ({ value }) => navigator.share({ title: document.title, url: value }).catch(() => {}),
    /** Play the match again from its transcript, as anybody can: were the dice those that were promised? */
    async verify() {
      const { table } = scene();
      await somebody();
      const transcript = await get(`/api/tables/${table.id}/transcript`);
      const { commitment } = await post("/api/verifications", { transcript });
      show("end-proof", t(commitment === table.commitment ? "end_verified" : "end_not_verified"));
    },
    /** Any other call at this table. Whoever is nobody yet becomes somebody, and sees it with those eyes. */
    async call(one) {
      const { wire, me } = scene();
      const [method, path] = one.dataset.do.split(" ");
      await somebody();
      await wire.ask(method, path, sent(one));
      one.reset?.();
      one.value = "";
      if (!me) wire.open();
    },
  };
  Object.assign(deeds, own);
}

/** @param {Scene} scene */
export function showPanel({ table, state, names, mine, host, draws }) {
  const playing = table.status === "running" && mine >= 0 && !state.left?.includes(mine);
  const lobby = host && table.status === "lobby";
  /** @type {Record<string, unknown>} */
  const may = {
    hint: playing && !table.rated && state.legal?.length,
    undo: playing && state.version,
    draw: playing && draws && state.turn === mine && state.draw_offer === undefined,
    resign: playing,
    away: playing && !table.seats[mine].away,
    lobby,
    rematch: state.outcome && mine >= 0 && !table.followed && !table.asking,
    send: "share" in navigator,
  };
  for (const button of all("[data-may]")) button.hidden = !may[button.dataset.may];
  at("start").disabled = table.seats.some((one) => !one.person && !one.bot);
  at("say").elements.room.value = mine >= 0 || host ? "players" : "watchers";

  const [what, seat] = asked(table, state.draw_offer, mine, playing);
  for (const box of all(".ask")) {
    if (box.dataset.what === `${what} ${seat}`) continue;
    box.dataset.what = `${what} ${seat}`;
    box.hidden = !what;
    box.replaceChildren(...(what ? [at(`ask-${what}`).content.cloneNode(true)] : []));
    if (what) box.firstChild.data = say(box.firstChild.data, { name: names[seat] });
  }
}

/** What somebody asks for, if anybody does, and who. @param {Table} table @param {number | undefined} offer @param {number} mine
 * @param {boolean} playing @returns {[string, number]} */
function asked({ asking, seats }, offer, mine, playing) {
  if (playing && seats[mine].away) return ["away", mine];
  if (asking && mine >= 0) return [`${asking.for}-${asking.agreed.includes(mine) ? "asked" : "asks"}`, asking.seat];
  return playing && offer !== undefined ? [offer === mine ? "offered" : "offers", offer] : ["", -1];
}
