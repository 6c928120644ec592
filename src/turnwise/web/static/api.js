// The house over HTTP.
import { at, make, pause, show } from "./dom.js";
import { t } from "./words.js";

/** A no, with its sentence; without an answer of status 0. */
class Refusal extends Error {
  constructor({ message = t("The house can't be reached."), pending = "" } = {}, status = 0, again = 0) {
    super(message);
    Object.assign(this, { status, pending, again });
  }
}

/** A key, by which the house knows a request again. */
export const fresh = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Inside Telegram a form carries the page's token to the next page. */
const form = at("inside");
export const own = form?.token?.value ?? "";
if (form) import("./telegram.js");

/** To another page. */
export function go(path = "") {
  if (!form) return location.assign(path);
  form.action = `/telegram/app${path}`;
  form.submit();
}

/** Ask the house; with a key once more. `token`: not the cookie's. */
export async function call(method = "", path = "", given = /** @type {any} */ ({}), token = own) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const body = method === "GET" ? undefined : JSON.stringify(given);
  const ask = () => fetch(path, { method, headers, body }).catch(() => null);
  const response = (await ask()) ?? (given.key && (await pause(1500).then(ask)));
  if (!response) throw new Refusal();
  const told = await (/json/.test(`${response.headers.get("content-type")}`) ? response.json() : response.text());
  if (response.ok) return told;
  if (told.ban) go("/me");
  if (!told.proof) throw new Refusal(told, response.status, Number(response.headers.get("retry-after")));
  const { prove } = await import("./proof.js");
  return call(method, path, { ...given, proof: await prove(told.proof) }, token);
}

/** @type {Patiently} */
export async function patiently(deed, tries = 5) {
  try {
    return await deed();
  } catch (error) {
    const { message, again } = /** @type {any} */ (error);
    if (!again || !tries) throw error;
    banner(message);
    await pause(again * 1000);
    return patiently(deed, tries - 1);
  }
}

/** @type {Promise<void> | undefined} */
let coming;

/** Be somebody: whoever comes for the first time becomes one guest. */
export function somebody() {
  return (coming ??= come().catch((error) => {
    coming = undefined;
    throw error;
  }));
}

async function come() {
  if (document.documentElement.dataset.me) return;
  const name = t("Guest {number}", { number: ~~(100 + Math.random() * 900) });
  const { person } = await call("POST", "/api/guests", { name, cookie: true });
  document.documentElement.dataset.me = person.id;
}

let timer = 0;

/** Show a sentence for a while; `stays`: until an empty one. */
export function banner(sentence = "", stays = false) {
  clearTimeout(timer);
  show("banner", sentence);
  if (sentence && !stays) timer = setTimeout(() => banner(""), 6000);
}

/** @type {Attempt} */
export async function attempt(deed, form) {
  form?.querySelector(".wrong")?.remove();
  try {
    return await deed();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (form) form.append(make("p", { class: "wrong", role: "alert" }, error.message));
    else banner(t("That did not work: {message}", { message: error.message }));
  }
}
