// The drawn table: keyed things, told whole first and then as differences. The page always holds the latest picture; motion only
// plays the way there.
import { dress, make } from "./dom.js";
import { mover } from "./motion.js";

const READ = 500; // ms that a picture is shown when others wait
const LATE = 2000; // ms that a picture may wait; what is later is not played one by one

/** Shows pictures one after the other. Tells "changing" before each, and "shown" when it stands. */
export class Picture extends EventTarget {
  words = "";
  version = -1;
  /** @type {Moves} */
  moves = [];
  /** Where things were let go of: they glide from there with the next picture. @type {Map<string, string>} */
  held = new Map();
  /** @type {Map<string, Kept>} */
  things = new Map();
  /** @type {Record<string, string>} */
  #parts = {};
  /** @type {{message: PictureMessage, stands: () => void, since: number}[]} */
  #queue = [];
  /** Lets what is moving stand. @type {(() => void) | null} */
  #end = null;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  #defs = make("svg:defs");
  #ground = make("svg:rect", { width: "100%", height: "100%" });
  #layer = make("svg:g");

  /** @param {SVGSVGElement} svg @param {{motion(): boolean, sound(name: string): void}} settings */
  constructor(svg, settings) {
    super();
    this.svg = svg;
    this.settings = settings;
    this.motion = mover(svg);
    svg.replaceChildren(this.#defs, this.#ground, this.#layer);
  }

  /** Whether anything may move. */
  get moving() {
    return this.settings.motion() && !this.#calm.matches && !document.hidden;
  }

  /** @param {string} [key] */
  element(key = "") {
    return this.things.get(key)?.g;
  }

  /** Show a picture after those that wait; done when it stands. @param {PictureMessage} message @returns {Promise<void>} */
  apply(message) {
    return new Promise((stands) => {
      this.#queue.push({ message, stands, since: performance.now() });
      if (!this.#end) this.#go(true);
    });
  }

  /** What is moving stands at once, and what waits too; whether anything did. */
  skip() {
    const moving = Boolean(this.#end);
    if (moving) this.#go(false);
    return moving;
  }

  /** @param {boolean} played whether the way to the next pictures is seen and heard */
  #go(played) {
    this.#end?.();
    for (let one; (one = this.#queue.shift()); ) {
      const { message, stands, since } = one;
      const waiting = this.#queue.length;
      const plays = played && !(waiting && performance.now() - since > LATE);
      const pace = plays && this.moving && this.things.size ? 3 / (3 + waiting) : 0;
      if (plays) message.sounds.forEach((name) => this.settings.sound(name));
      const lasts = Math.max(this.#change(message, pace), waiting && READ * pace);
      const timer = lasts && setTimeout(() => this.#go(true), lasts);
      this.#end = () => {
        this.#end = null;
        clearTimeout(timer);
        this.motion.end();
        stands();
        this.dispatchEvent(new Event("shown"));
      };
      if (lasts) return;
      this.#end();
    }
  }

  /** Bring the page to a picture; how many ms the way there takes. @param {PictureMessage} message @param {number} pace */
  #change(message, pace) {
    this.dispatchEvent(new Event("changing"));
    const { held, things } = this;
    const { whole } = message;
    const keys = Object.keys(message.things);
    const focus = document.activeElement;
    const [old, fresh, left] = [new Map(), new Set(), new Map()];

    if (whole) this.#parts = {};
    Object.assign(this.#parts, message.parts);
    for (const key of whole ? [...things.keys()].filter((key) => !message.things[key]) : (message.lost ?? [])) {
      left.set(key, things.get(key));
      things.delete(key);
    }
    for (const [key, thing] of things)
      if (held.has(key) || message.things[key]) old.set(thing, { from: held.get(key) ?? thing.at, face: thing.face });
    held.clear();
    for (const key of keys) {
      const change = message.things[key];
      const thing = things.get(key) ?? this.#add(key, change.over);
      if (!old.has(thing)) fresh.add(thing);
      this.#draw(Object.assign(thing, whole && { trail: null, manner: null, comes: null }, change));
    }
    let next = null;
    for (const key of ((whole ? keys : message.order) ?? []).reverse()) {
      const { g } = /** @type {Kept} */ (things.get(key));
      if (g.nextSibling !== next) this.#layer.insertBefore(g, next);
      next = g;
    }
    const light = this.#surround(message);
    const lasts = this.motion.play({ pace, things, old, fresh, left, light, message });
    // The focus would fall to the top of the page with a thing that is lost or was moved.
    const stays = focus instanceof SVGElement && focus.isConnected && !focus.matches(".ghost");
    if (focus instanceof SVGElement) (stays ? focus : this.svg).focus({ preventScroll: true });
    return lasts;
  }

  /** @param {string} key @param {string} [under] the thing that it lies over */
  #add(key, under) {
    const g = make("svg:g", { class: "thing", "data-key": key, role: "img" }, make("svg:title"));
    const thing = { g, at: "", face: "" };
    const below = this.element(under);
    if (below) below.after(g);
    else this.#layer.prepend(g);
    this.things.set(key, thing);
    return thing;
  }

  /** @param {Kept} thing */
  #draw(thing) {
    const { g, at, words = "", parts = [] } = thing;
    const title = /** @type {Element} */ (g.firstChild);
    const face = parts.map((number) => this.#parts[number]).join("");
    g.style.transform = at;
    g.dataset.manner = thing.manner ?? "";
    title.textContent = words;
    if (face === thing.face) return;
    thing.face = face;
    g.replaceChildren(title);
    g.insertAdjacentHTML("beforeend", face);
  }

  /** What is around the things; whether its colours are others. @param {PictureMessage} message */
  #surround({ whole, version, moves, words = this.words, size, ground, shades, palette }) {
    const { style } = this.svg;
    Object.assign(this, { version, moves, words });
    dress(this.svg, { "aria-label": words, ...(size && { viewBox: `0 0 ${size.join(" ")}` }) });
    if (ground) dress(this.#ground, { fill: ground });
    if (shades !== undefined) this.#defs.innerHTML = shades;
    if (palette) style.cssText = "";
    for (const name in palette) style.setProperty(`--${name}`, `light-dark(${palette[name]})`);
    return !whole && (ground ?? shades ?? palette) !== undefined;
  }
}
