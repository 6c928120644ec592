// Who I am: every form says which call it makes.
import { Refusal, call, post } from "./api.js";
import { at } from "./dom.js";
import { t } from "./words.js";

/** Do something, and say in the form what is wrong with it. @param {HTMLElement} form @param {() => Promise<void>} deed */
async function attempt(form, deed) {
  form.querySelector(".wrong")?.remove();
  try {
    await deed();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const words = error.code === "bad_code" ? t("me_lapsed") : error.message;
    form.append(Object.assign(document.createElement("p"), { className: "wrong", role: "alert", textContent: words }));
  }
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-call]")))
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { call: named = "", cookie, then, sure: question } = form.dataset;
    if (question && !confirm(question)) return;
    const [method, path] = named.split(" ");
    /** @type {Record<string, unknown>} */
    const body = Object.fromEntries(new FormData(form));
    if (cookie !== undefined) body.cookie = true;
    await attempt(form, async () => {
      await call(method, path, method === "DELETE" ? undefined : body);
      if (then) location.assign(then);
      else location.reload();
    });
  });

at("hand-over")?.addEventListener("click", async (/** @type {MouseEvent} */ event) => {
  const place = /** @type {HTMLElement} */ (event.target).closest("section");
  if (place)
    await attempt(place, async () => {
      const { code, link } = await post("/api/me/handover");
      const address = `${location.origin}/handover#${link}`;
      at("code").textContent = code;
      at("link").href = address;
      const drawn = new DOMParser().parseFromString(await post("/api/qr", { text: address }), "image/svg+xml");
      at("qr").replaceChildren(drawn.documentElement);
      at("handed").hidden = false;
    });
});

// A link brings its code along; only a click uses it up.
const form = at("take-over");
if (form && location.hash.length > 1) {
  form.elements.code.value = location.hash.slice(1);
  at("typed").hidden = true;
  history.replaceState(null, "", location.pathname);
}
if (form) addEventListener("hashchange", () => location.reload());
