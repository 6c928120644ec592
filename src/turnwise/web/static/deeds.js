// `data-do` says what something does: a deed of the page, or a call.
import { attempt, banner, call, fresh, go, somebody } from "./api.js";
import { answer, at, make, show } from "./dom.js";
import { say, t } from "./words.js";

/** What is sent: `data-given`, a key (`data-key`), and fields. @param {any} one */
export function sent(one) {
  const fields = one.tagName === "FORM" ? new FormData(one) : one.name ? [[one.name, one.value]] : [];
  const key = "key" in one.dataset ? fresh() : undefined;
  return { key, ...JSON.parse(one.dataset.given ?? "{}"), ...Object.fromEntries(fields) };
}

/** Whom a page asks; a table asks as whoever looks. */
export const house = {
  async ask(method = "", path = "", given = /** @type {any} */ ({})) {
    if (!given.cookie) await somebody();
    return call(method, path, given);
  },
};

/** A page adds its own. @type {Deeds} */
export const deeds = {
  /** A call. What comes of it is shown (`data-into`), or leads on (`data-then`). */
  async call(one) {
    const { do: named, into, wait = "", then } = one.dataset;
    const [method, path] = named.split(" ");
    const asked = house.ask(method, path, sent(one));
    if (into) {
      at(into).textContent = wait;
      at(into).hidden = false;
      return asked.then((html) => (at(into).innerHTML = html), ({ message }) => at(into).replaceChildren(make("span", { class: "wrong" }, message)));
    }
    const told = await asked;
    if (then) go(say(then, told));
    else if (one.options) one.value = "";
    else one.reset?.();
  },
  /** A file's text into a field (`data-into`). */
  read: async ({ files, dataset }) => (at(dataset.into).value = await files[0].text()),
  open: ({ value }) => at(value).showModal(),
  /** Copy a text (`data-text`) or an address, by default the page's own. Without https, and in a frame, there is no other way. */
  copy(one) {
    const field = make("textarea", {}, one.dataset.text ?? new URL(one.value || location.href, location.href).href);
    one.after(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    one.focus();
    banner(t("Copied."));
  },
};

/** Whether somebody means it. */
function sure(what = "") {
  if (what) show("sure-what", what);
  return !what || answer("sure");
}

for (const [kind, tag] of Object.entries({ click: "button", submit: "form", change: ":is(select, input)" }))
  document.addEventListener(kind, async (event) => {
    const one = event.target?.closest(`${tag}[data-do]`);
    if (!one) return;
    event.preventDefault();
    if (one.ariaBusy) return; // pressed twice is meant once
    one.ariaBusy = "true";
    one.closest("[popover]")?.hidePopover();
    const deed = deeds[one.dataset.do] ?? deeds.call;
    await attempt(async () => (await sure(one.dataset.sure)) && deed(one), kind === "submit" ? one : null);
    one.ariaBusy = null;
  });
