// The shelf: meet anyone, and lists of tables that stay fresh.
import { call, go } from "./api.js";
import { deeds, house, sent } from "./deeds.js";
import { answer, at, pause } from "./dom.js";
import { tn } from "./words.js";

const FRESH = 4000;

/** Wait for anybody, or play a bot after all. */
deeds.meet = async (button) => {
  const since = Date.now();
  const dialog = at("waiting");
  const closed = answer("waiting");
  try {
    while (dialog.open) {
      const { table, waiting, offer, again } = await house.ask("POST", "/api/play-now", sent(button));
      if (table) return go(`/tables/${table}`);
      const seconds = Math.round((Date.now() - since) / 1000);
      const line = at("waiting-line");
      const more = offer ? line.dataset.offer : tn("One other is waiting.", "{number} others are waiting.", waiting.others);
      line.textContent = `${tn("One second so far.", "{number} seconds so far.", seconds)} ${more}`;
      await Promise.race([closed, pause(again)]);
    }
    await call("DELETE", "/api/play-now");
  } finally {
    dialog.close();
  }
  if (dialog.returnValue === "bot") button.parentElement.querySelector(".primary").click();
};

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
