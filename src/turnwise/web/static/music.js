// Quiet music, until the match is over.
import { on } from "./dom.js";
import { over, sing } from "./sound.js";

const [BAR, BASS] = [4000, [131, 110, 87, 98]]; // ms, and the lowest tone of each bar in Hz
let bar = 0;

/** A bar of it. */
export async function strum() {
  if (over || document.hidden || !on("music", false)) return;
  const bass = BASS[bar % 4];
  await sing([1, 2, 3, 4, [6, 4.5, 8][bar++ % 3]].map((times, n) => `sine ${n * 0.7} 4 .06 ${bass * times}`).join(", "));
}
setInterval(strum, BAR);
