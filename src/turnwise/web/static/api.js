// The house over HTTP.
import { t } from "./words.js";

/** A no, with its code and its sentence. */
export class Refusal extends Error {
  /** @param {number} status @param {{error?: string, message?: string} & Record<string, unknown>} told */
  constructor(status, told) {
    super(told.message ?? t("unreachable"));
    this.status = status;
    this.code = told.error ?? "unreachable";
    this.told = told;
  }
}

/**
 * Ask the house; what it answers, or a Refusal is thrown. Without an answer the status is 0.
 * @param {string} method @param {string} path @param {unknown} [body] @param {string} [token] of somebody else than the cookie's
 * @returns {Promise<any>}
 */
export async function call(method, path, body, token) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }).catch(
    () => null,
  );
  if (!response) throw new Refusal(0, {});
  const json = response.headers.get("content-type")?.startsWith("application/json");
  const told = json ? await response.json() : await response.text();
  if (!response.ok) throw new Refusal(response.status, json ? told : {});
  return told;
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => call("POST", path, body);

/** Be somebody: whoever comes for the first time becomes a guest at once. @returns {Promise<void>} */
export async function somebody() {
  if (document.documentElement.dataset.me) return;
  const name = t("guest", { number: 100 + Math.floor(Math.random() * 900) });
  const { person } = await post("/api/guests", { name, cookie: true });
  document.documentElement.dataset.me = person.id;
}

/** Show a sentence for a while. @param {string} sentence @param {boolean} [stays] until it is taken away with an empty sentence */
export function banner(sentence, stays = false) {
  const place = document.getElementById("banner");
  if (!place) return;
  place.textContent = sentence;
  place.hidden = !sentence;
  clearTimeout(Number(place.dataset.timer));
  if (sentence && !stays) place.dataset.timer = String(setTimeout(() => banner(""), 6000));
}

/** Do something, and say it if it fails. @template T @param {() => Promise<T>} deed @returns {Promise<T | undefined>} */
export async function attempt(deed) {
  try {
    return await deed();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    banner(t("failed", { message: error.message }));
  }
}
