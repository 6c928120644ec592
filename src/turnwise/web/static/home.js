// The shelf: to a table in one click, and lists of tables that stay fresh.
import { attempt, banner, call, post, somebody } from "./api.js";
import { at } from "./dom.js";
import { t } from "./words.js";

const FRESH = 4000;

/** What a button does: its name and its value in the button's data. @type {Record<string, (value: string, said: DOMStringMap) => Promise<void>>} */
const DEEDS = {
  play: (game, { seats, bot }) => playBots(game, Number(seats), bot ?? ""),
  anyone: (game, { seats, bot }) => meet(game, Number(seats), bot ?? ""),
  invite: async (game, { seats }) => go((await post("/api/tables", { game, seats: Number(seats), access: "link" })).id),
  join: async (table) => {
    await post(`/api/tables/${table}/seats`);
    go(table);
  },
  copy: async (path) => {
    const link = location.origin + path;
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    banner(copied ? t("home_copied") : link);
  },
};

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  for (const [name, deed] of Object.entries(DEEDS)) {
    const value = button?.dataset[name];
    if (!button || !value || button.ariaBusy === "true") continue; // pressed twice is meant once
    button.ariaBusy = "true";
    await attempt(async () => {
      await somebody();
      await deed(value, button.dataset);
    });
    button.ariaBusy = null;
  }
});

/** @param {string} table */
const go = (table) => location.assign(`/tables/${table}`);

/** Play bots at once, without a clock. @param {string} game @param {number} seats @param {string} bot */
async function playBots(game, seats, bot) {
  const bots = Array(seats - 1).fill(bot);
  const { id } = await post("/api/tables", { game, seats, bots, access: "link", seating: "shuffled" });
  await post(`/api/tables/${id}/start`);
  go(id);
}

/** Wait for anybody. @param {string} game @param {number} seats @param {string} bot */
async function meet(game, seats, bot) {
  const since = Date.now();
  const dialog = at("waiting");
  let left = "";
  const closed = new Promise((done) => dialog.addEventListener("close", () => done((left = dialog.returnValue || "stop")), { once: true }));
  dialog.returnValue = "";
  dialog.showModal();
  try {
    while (!left) {
      const told = await post("/api/play-now", { game, seats });
      if (told.table) return go(told.table);
      const seconds = Math.round((Date.now() - since) / 1000);
      at("waiting-line").textContent = t(told.offer ? "home_offer" : "home_waited", { seconds, others: told.waiting.others });
      await Promise.race([closed, new Promise((done) => setTimeout(done, told.again))]);
    }
    await call("DELETE", "/api/play-now");
    if (left === "bot") await playBots(game, seats, bot);
  } finally {
    dialog.close();
  }
}

/** Put fresh lists where they belong; one that has not changed is left alone. */
async function refresh() {
  if (document.hidden) return;
  const told = await call("GET", "/tables").catch(() => "");
  for (const fresh of new DOMParser().parseFromString(told, "text/html").querySelectorAll("section")) {
    const old = at(fresh.id);
    if (old.outerHTML === fresh.outerHTML) continue;
    const held = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(fresh);
    const same = [...fresh.querySelectorAll("a, button")].find((one) => one.outerHTML === held?.outerHTML);
    if (held) /** @type {HTMLElement} */ (same ?? at("content")).focus();
  }
}
setInterval(refresh, FRESH);
document.addEventListener("visibilitychange", refresh);
addEventListener("pageshow", (event) => event.persisted && refresh());
