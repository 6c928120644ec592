// The drawn table: keyed things of the latest picture; motion plays the way there.
import { dress, make, on } from "./dom.js";
import { mover } from "./motion.js";
import { play } from "./sound.js";

const READ = 500; // ms that a picture is shown when others wait
const LATE = 2000; // ms that a picture may wait
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {DrawnIn} */
export function drawnIn(svg, settings = { motion: () => on("motion"), sound: play }) {
  /** @type {Map<string, Kept>} */
  const things = new Map();
  /** @type {Map<string, string>} */
  const held = new Map();
  const self = Object.assign(new EventTarget(), { version: -1, moves: [], drops: {}, board: [], things, held, moving, element, apply, skip });
  const [defs, ground, layer] = [make("svg:defs"), make("svg:rect", { width: "100%", height: "100%" }), make("svg:g")];
  const motion = mover(svg);
  /** @type {Texts} */
  let faces = {};
  /** @type {Waiting[]} */
  const queue = [];
  /** Lets what is moving stand. @type {(() => void) | null} */
  let end = null;
  svg.replaceChildren(defs, ground, layer);
  return self;

  function moving() {
    return settings.motion() && !svg.matches(".still") && !CALM.matches && !document.hidden;
  }

  function element(key = "") {
    return things.get(key)?.g;
  }

  /** @type {Drawn["apply"]} */
  function apply(message) {
    return new Promise((stands) => {
      queue.push({ message, stands, since: performance.now() });
      if (!end) go(true);
    });
  }

  function skip() {
    const moves = Boolean(end);
    if (moves) go(false);
    return moves;
  }

  /** `played`: whether the way is seen and heard. */
  function go(played = true) {
    end?.();
    for (let one; (one = queue.shift()); ) {
      const { message, stands, since } = one;
      const waiting = queue.length;
      const plays = played && !(waiting && performance.now() - since > LATE);
      const pace = plays && moving() && things.size ? 3 / (3 + waiting) : 0;
      if (plays) message.sounds.forEach((name) => settings.sound(name));
      const lasts = Math.max(change(message, pace), waiting && READ * pace);
      const timer = lasts && setTimeout(go, lasts);
      end = () => {
        end = null;
        clearTimeout(timer);
        motion.end();
        stands();
        self.dispatchEvent(new Event("shown"));
      };
      if (lasts) return;
      end();
    }
  }

  /** Bring the page to a picture; how many ms that takes. @param {Shown} message */
  function change(message, pace = 0) {
    self.dispatchEvent(new Event("changing"));
    const { whole } = message;
    const keys = Object.keys(message.things);
    const focus = document.activeElement;
    const [old, fresh, left] = [new Map(), new Set(), new Map()];

    if (whole) faces = {};
    for (const number in message.parts)
      faces[number] = [message.parts[number]].flat().map((one) => faces[one] ?? one).join("");
    for (const key of whole ? [...things.keys()].filter((key) => !message.things[key]) : (message.lost ?? [])) {
      left.set(key, things.get(key));
      things.delete(key);
    }
    for (const [key, thing] of things)
      if (held.has(key) || message.things[key])
        old.set(thing, { from: held.get(key) ?? thing.at, face: thing.face, led: held.has(key) });
    held.clear();
    for (const key of keys) {
      const told = message.things[key];
      const thing = things.get(key) ?? add(key, told.over);
      if (!old.has(thing)) fresh.add(thing);
      draw(Object.assign(thing, whole && { trail: null, manner: null, comes: null, by: null, preview: null }, told));
    }
    let next = null;
    for (const key of ((whole ? keys : message.order) ?? []).reverse()) {
      const g = element(key);
      if (g?.nextSibling !== next) layer.insertBefore(g, next);
      next = g;
    }
    const light = surround(message);
    const lasts = motion.play({ pace, things, old, fresh, left, light, message });
    // The focus must not be lost with its thing.
    const stays = focus instanceof SVGElement && focus.isConnected && !focus.matches(".ghost");
    if (focus instanceof SVGElement) (stays ? focus : svg).focus({ preventScroll: true });
    return lasts;
  }

  /** A new thing; `under`: the one that it lies over. */
  function add(key = "", under = "") {
    const g = make("svg:g", { class: "thing", "data-key": key, role: "img" }, make("svg:title"));
    const thing = { g, at: "", face: "" };
    const below = element(under);
    if (below) below.after(g);
    else layer.prepend(g);
    things.set(key, thing);
    return thing;
  }

  /** @param {Kept} thing */
  function draw(thing) {
    const { g, at, words = "", parts = [] } = thing;
    const title = /** @type {Element} */ (g.firstChild);
    const face = parts.map((number) => faces[number]).join("");
    g.style.transform = `${at} var(--grown,)`;
    g.dataset.manner = thing.preview ? "previews" : (thing.manner ?? "");
    title.textContent = words;
    if (face === thing.face) return;
    thing.face = face;
    g.replaceChildren(title);
    g.insertAdjacentHTML("beforeend", face);
  }

  /** What is around the things; whether colours changed. @param {Shown} message */
  function surround({ whole, version, moves, words, size, ground: fill, shades, palette, seats, still, drops = self.drops, board = self.board }) {
    Object.assign(self, { version, moves, drops, board });
    if (words !== undefined) dress(svg, { "aria-label": words });
    if (size) dress(svg, { viewBox: `0 0 ${size.join(" ")}` });
    if (fill) dress(ground, { fill });
    if (still !== undefined) svg.classList.toggle("still", still);
    if (shades !== undefined) defs.innerHTML = shades;
    if (palette) svg.style.cssText = "";
    for (const name in palette) svg.style.setProperty(`--${name}`, `light-dark(${palette[name]})`);
    seats?.forEach((pair, n) => document.body.style.setProperty(`--swatch${n}`, `light-dark(${pair})`));
    return !whole && (fill ?? shades ?? palette) !== undefined;
  }
}
