// The drawn table: keyed things, told whole first and then as differences. What stands in the page is always the latest picture;
// motion only plays the way there.
import { Motion, css } from "./motion.js";

/** @typedef {import("./types").PictureMessage} Message */
/** A thing in the page; `face` is what is drawn of it. @typedef {import("./types").Thing & {g: SVGGElement, at: string, face: string}} Kept */

const READ = 500; // ms that a picture is shown when others wait
const LATE = 2000; // ms that a picture may wait; what is later is not played one by one

/** An element of SVG. @param {string} name @param {Record<string, unknown>} [given] */
export function make(name, given = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const one in given) element.setAttribute(one, String(given[one]));
  return /** @type {SVGGElement} */ (element);
}

/** Shows pictures one after the other. Tells "changing" before each, and "shown" when it stands. */
export class Picture extends EventTarget {
  words = "";
  version = -1;
  /** @type {Message["moves"]} */
  moves = [];
  /** Where things were let go of, which glide from there with the next picture. @type {Map<string, string>} */
  held = new Map();
  /** @type {Map<string, Kept>} */
  #things = new Map();
  /** @type {Record<string, string>} */
  #parts = {};
  /** @type {string[]} */
  #palette = [];
  /** @type {{message: Message, stands: () => void, since: number}[]} */
  #queue = [];
  /** Lets what is moving stand. @type {(() => void) | null} */
  #end = null;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  #defs = make("defs");
  #ground = make("rect");
  #layer = make("g");

  /** @param {SVGSVGElement} svg @param {{motion(): boolean, sound(name: string): void}} settings */
  constructor(svg, settings) {
    super();
    this.svg = svg;
    this.settings = settings;
    svg.replaceChildren(this.#defs, this.#ground, this.#layer);
    this.motion = new Motion(svg);
  }

  /** Whether anything may move. */
  get moving() {
    return this.settings.motion() && !this.#calm.matches && !document.hidden;
  }

  /** @param {string} key */
  thing(key) {
    return this.#things.get(key);
  }

  /** @param {string} key */
  element(key) {
    return this.#things.get(key)?.g;
  }

  /** Show a picture after those that wait; done when it stands. @param {Message} message @returns {Promise<void>} */
  apply(message) {
    return new Promise((stands) => {
      this.#queue.push({ message, stands, since: performance.now() });
      if (!this.#end) this.#go(true);
    });
  }

  /** What is moving stands at once, and what waits too. */
  skip() {
    if (this.#end) this.#go(false);
  }

  /** @param {boolean} play whether the way to the next pictures is shown */
  #go(play) {
    this.#end?.();
    for (let one; (one = this.#queue.shift()); ) {
      const { message, stands, since } = one;
      const waiting = this.#queue.length;
      const heard = play && !(waiting && performance.now() - since > LATE);
      const pace = heard && this.moving && this.#things.size ? 3 / (3 + waiting) : 0;
      if (heard) message.sounds.forEach((name) => this.settings.sound(name));
      let lasts = this.#change(message, pace);
      if (waiting) lasts = Math.max(lasts, READ * pace);
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

  /** Bring the page to a picture; how many ms the way there takes. @param {Message} message @param {number} pace 0: none */
  #change(message, pace) {
    this.dispatchEvent(new Event("changing"));
    const told = Object.entries(message.things);
    // Only a whole picture tells everything of everything, and of nothing what it lies over.
    const whole = message.size && message.palette && told.every(([, one]) => one.at && one.parts && one.over === undefined);
    const lost = whole ? [...this.#things.keys()].filter((key) => !(key in message.things)) : (message.lost ?? []);
    const focus = document.activeElement;
    const [old, fresh, left] = [new Map(), new Map(), new Map()];
    const keep = (/** @type {string} */ key, /** @type {Kept} */ thing) =>
      old.set(key, { thing, from: this.held.get(key) ?? css(thing.at), face: thing.face });

    if (whole) this.#parts = {};
    Object.assign(this.#parts, message.parts);
    for (const key of lost) {
      left.set(key, this.#things.get(key));
      this.#things.delete(key);
    }
    for (const key of this.held.keys()) if (this.#things.has(key)) keep(key, /** @type {Kept} */ (this.#things.get(key)));
    for (const [key, change] of told) {
      let thing = this.#things.get(key);
      if (thing) keep(key, thing);
      else {
        thing = /** @type {Kept} */ ({ g: make("g", { class: "thing", "data-key": key, role: "img" }), face: "" });
        thing.g.append(make("title"));
        fresh.set(key, thing);
        this.#things.set(key, thing);
        const under = this.element(change.over ?? "");
        if (under) under.after(thing.g);
        else this.#layer.prepend(thing.g);
      }
      if (whole) thing.trail = thing.manner = thing.comes = null;
      this.#rewrite(Object.assign(thing, change));
    }
    this.held.clear();
    const light = this.#surroundings(message) && this.#layer.hasChildNodes();
    const lasts = this.motion.play({ pace, old, fresh, left, light, message, find: (key) => this.thing(key) });
    let next = null;
    for (const key of [...((whole ? Object.keys(message.things) : message.order) ?? [])].reverse()) {
      const g = /** @type {SVGGElement} */ (this.element(key));
      if (g.nextSibling !== next) this.#layer.insertBefore(g, next);
      next = g;
    }
    // The focus would fall to the top of the page with a thing that is lost or was moved.
    if (focus instanceof SVGElement && focus !== document.activeElement) (focus.isConnected ? focus : this.svg).focus();
    return lasts;
  }

  /** @param {Kept} thing */
  #rewrite(thing) {
    const { g, at, words = "", parts = [] } = thing;
    const title = /** @type {Element} */ (g.firstChild);
    const face = parts.map((number) => this.#parts[number]).join("");
    if (g.getAttribute("transform") !== at) g.setAttribute("transform", at);
    if (title.textContent !== words) title.textContent = words;
    if (thing.face === face) return;
    thing.face = face;
    g.replaceChildren(title);
    g.insertAdjacentHTML("beforeend", face);
  }

  /** What is around the things; whether its colours are others. @param {Message} message */
  #surroundings({ version, moves, words, size, ground, shades, palette }) {
    const { svg } = this;
    this.version = version;
    this.moves = moves;
    if (words !== undefined) svg.setAttribute("aria-label", (this.words = words));
    if (size) {
      svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
      this.#ground.setAttribute("width", String(size[0]));
      this.#ground.setAttribute("height", String(size[1]));
    }
    if (ground) this.#ground.setAttribute("fill", ground);
    if (shades !== undefined) this.#defs.innerHTML = shades;
    if (palette) {
      for (const name of this.#palette) svg.style.removeProperty(name);
      this.#palette = Object.keys(palette).map((name) => `--${name}`);
      for (const name in palette) svg.style.setProperty(`--${name}`, `light-dark(${palette[name]})`);
    }
    return Boolean(ground || shades || palette);
  }
}
