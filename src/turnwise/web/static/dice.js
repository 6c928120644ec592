// What everybody at this device adds to the dice: a random text, sealed until all have sealed theirs.
import { call, fresh } from "./api.js";
import { at } from "./dom.js";

/** At which seal each took the latest step. @type {Texts} */
const done = {};

/** Take the step that is due; without https a browser can't seal. @param {Scene} scene */
export function addToDice({ table: { id, seal: house, seats, dice }, locals }) {
  const notes = `dice-${id}`;
  Object.assign(at("proof")?.dataset ?? {}, { given: localStorage[notes] ?? "{}" });
  locals.forEach(async ({ person, token, seat }) => {
    const { seal = "", gave } = seats[seat];
    if (gave || done[person] === seal || dice !== (seal ? "nonce" : "seal")) return;
    done[person] = seal;
    if (!seal) localStorage[notes + person] = fresh();
    const nonce = localStorage[notes + person];
    if (!nonce) return; // another device has it
    const hash = seal ? null : await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(nonce));
    const hex = hash && Array.from(new Uint8Array(hash), (byte) => (byte + 256).toString(16).slice(1)).join("");
    if (!hex) localStorage[notes] = JSON.stringify({ seals: [house, ...seats.flatMap(({ seal }) => seal ?? [])] });
    call("POST", `/tables/${id}/luck`, hex ? { seal: hex, house } : { nonce, house }, token).catch(() => {});
  });
}
