// What can't be reached dims.
import { middle } from "./motion.js";

/** Dim all on the board but its ground, what is live, and what lies on that. @type {Dim} */
export function dim({ board, things }, live) {
  const lit = live.map((key) => box(things.get(key)));
  for (const thing of things.values()) {
    const [x, y, width, height] = box(thing);
    const on = ([left, top, w, h] = board) => Math.abs(x - left) < w && Math.abs(y - top) < h;
    const piece = on() && 3 * width < board[2] && 3 * height < board[3];
    thing.g.classList.toggle("dim", piece && !thing.preview && !lit.some((one) => on(one)));
  }
}

/** The middle, half of the width and of the height. @param {any} thing */
function box({ g, at }) {
  const { x, y } = middle(g, at);
  const { width, height } = g.getBBox();
  const half = Math.hypot(new DOMMatrix(at).a, new DOMMatrix(at).b) / 2;
  return [x, y, half * width, half * height];
}
