// The house's sounds. A browser lets a page sound only after somebody has touched it: what makes them is loaded then.
import { at, on } from "./dom.js";

/** @type {Texts} */
const SOUNDS = JSON.parse(at("sounds")?.textContent ?? "{}");
/** @type {Promise<typeof import("./tones.js")> | undefined} */
let tones;
export let over = false; // the match

for (const gesture of ["pointerup", "keydown"])
  addEventListener(gesture, () => (tones ??= import("./tones.js")), { once: true, capture: true });

/** Let something be heard. */
export function play(name = "") {
  if (name === "end") over = true;
  return sing(SOUNDS[name]);
}

export async function sing(text = "") {
  if (tones && on("sound")) (await tones).sing(text);
}
