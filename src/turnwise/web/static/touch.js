// Hands on the drawn table. Every move names the things to be touched one after the other, and no such way begins another. So it is
// clear after each touch what may be touched next, without knowing a rule.
import { css, middle } from "./motion.js";
import { make } from "./picture.js";

/** @typedef {import("./types").PictureMessage["moves"]} Moves */
/**
 * `act` answers whether the house took it; `led` are the moves to all places that were passed on a trail, the last one included.
 * @typedef {{act(action: number, led: number[]): Promise<boolean>, tell(sentence: string): void, done?(): void}} Hooks
 */
/** @typedef {{key: string, id: number, x: number, y: number, over: string, led: string[], ghost?: SVGGElement}} Press */

const DRAG = 6; // px that a pressed thing may be moved before it is lifted
const FLASH = 600;
/** @type {Record<string, number[]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Tells "changed" when other moves may follow. */
export class Touch extends EventTarget {
  /** @type {Moves} */
  #moves = [];
  /** @type {string[]} */
  #taken = [];
  /** What the keyboard is on, and where that is or was. */
  #at = "";
  #spot = new DOMPoint();
  /** @type {Press | null} */
  #press = null;
  /** What was dropped and waits for the answer. @type {Press | null} */
  #laid = null;
  #rings = make("g", { "aria-hidden": true, class: "rings" });
  #coarse = matchMedia("(pointer: coarse)");

  /** @param {import("./picture.js").Picture} picture @param {SVGSVGElement} svg @param {Hooks} hooks */
  constructor(picture, svg, hooks) {
    super();
    this.picture = picture;
    this.svg = svg;
    this.hooks = hooks;
    svg.append(this.#rings);
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#drop());
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("focusin", ({ target }) => {
      this.#at = /** @type {SVGElement} */ (target).dataset.key ?? this.#at;
      this.#mark();
    });
    svg.addEventListener("focusout", () => this.#mark());
    picture.addEventListener("changing", () => {
      this.#clear();
      this.#lay(false);
    });
    picture.addEventListener("shown", () => this.#settle());
  }

  /** What may be done now. What was begun goes on if it still can. @param {Moves} moves */
  open(moves) {
    this.#moves = moves;
    this.#settle();
  }

  /** Nothing may be touched. */
  close() {
    this.open([]);
  }

  /** The moves that can still follow what has been touched. */
  choices() {
    return this.#ways().map(([action, words]) => ({ action, words }));
  }

  /** Make a move without touching. @param {number} action */
  choose(action) {
    this.#act(action, [action]);
  }

  // The tree of touches.

  #ways(taken = this.#taken) {
    return this.#moves.filter(([, , keys]) => taken.every((key, at) => keys[at] === key));
  }

  /** The things that may be touched next. */
  #next(taken = this.#taken) {
    const keys = this.#ways(taken).map(([, , keys]) => keys[taken.length]);
    return [...new Set(keys)].filter((key) => this.picture.element(key));
  }

  /** All that has been touched when this is touched too: next, or instead of something earlier. @param {string} key */
  #with(key) {
    for (let at = this.#taken.length; at >= 0; at--) {
      const taken = this.#taken.slice(0, at);
      if (this.#next(taken).includes(key)) return [...taken, key];
    }
    return null;
  }

  /** Whether more is to be touched after a thing, so that it can be dragged there. @param {string} key */
  #lifts(key) {
    const taken = this.#taken.at(-1) === key ? this.#taken : this.#with(key);
    return Boolean(taken && this.#next(taken).length);
  }

  /** @param {string} key @param {string[]} [led] */
  #touch(key, led = []) {
    const at = this.#taken.lastIndexOf(key);
    if (at >= 0 && !this.#next().includes(key)) return this.#take(this.#taken.slice(0, at));
    const taken = this.#with(key);
    if (!taken) return this.#explain(key);
    while (this.#next(taken).join() === key) taken.push(key); // what is to be touched twice is touched once
    const done = (/** @type {string[]} */ way) => this.#ways(way).find(([, , keys]) => keys.length === way.length)?.[0];
    const action = done(taken);
    if (action === undefined) return this.#take(taken);
    const before = taken.slice(0, -1);
    const actions = [...led.filter((one) => one !== key), key].map((one) => done([...before, one]));
    this.#act(action, actions.filter((one) => one !== undefined), key);
  }

  /** @param {string[]} taken */
  #take(taken) {
    this.#taken = taken;
    this.#settle();
  }

  /** A thing that may not be touched says what it is. @param {string} key */
  #explain(key) {
    this.hooks.tell(this.picture.thing(key)?.words ?? "");
    if (this.#taken.length) this.#flash(key);
  }

  /** @param {string} key */
  #flash(key) {
    const g = this.picture.element(key);
    g?.classList.add("refused");
    setTimeout(() => g?.classList.remove("refused"), FLASH);
  }

  /** @param {number} action @param {number[]} led @param {string} [key] the thing that was touched last */
  async #act(action, led, key = "") {
    const moves = this.#moves;
    /** @type {Moves} */
    const none = (this.#moves = []);
    this.#take([]);
    if (await this.hooks.act(action, led)) return this.hooks.done?.();
    this.#lay(true);
    if (this.#moves === none) this.open(moves);
    this.#flash(key);
  }

  // What is seen of it.

  #clear() {
    for (const g of this.svg.querySelectorAll(".open, .chosen")) {
      g.classList.remove("open", "target", "chosen", "lifts");
      g.setAttribute("role", "img");
      g.removeAttribute("tabindex");
      g.removeAttribute("aria-pressed");
    }
    this.#rings.replaceChildren();
  }

  /** The moves, the picture or the touches are others. */
  #settle() {
    while (this.#taken.length && !this.#ways().length) this.#taken.pop();
    if (this.#press?.ghost && this.#taken.at(-1) !== this.#press.key) this.#drop();
    const open = this.#next();
    const near = this.#middle(this.#taken.at(-1)) ?? this.#spot;
    const far = (/** @type {string} */ key) => {
      const { x, y } = this.#middle(key) ?? near;
      return Math.hypot(x - near.x, y - near.y);
    };
    if (!open.includes(this.#at)) this.#at = this.#at ? open.sort((one, two) => far(one) - far(two))[0] : open[0];
    this.#at ??= "";
    this.#spot = this.#middle(this.#at) ?? near;
    const inside = this.svg.contains(document.activeElement);
    this.#clear();
    this.#mark();
    if (inside) (this.picture.element(this.#at) ?? this.svg).focus({ preventScroll: true });
    this.dispatchEvent(new Event("changed"));
  }

  /** @param {string} [key] */
  #middle(key = "") {
    const thing = this.picture.thing(key);
    return thing && middle(thing.g, css(thing.at));
  }

  #mark() {
    const open = this.#next();
    const chosen = [...this.#taken, ...(this.#press?.led ?? [])];
    this.svg.tabIndex = open.length ? -1 : 0;
    this.#rings.replaceChildren();
    for (const key of new Set([...open, ...chosen])) {
      const thing = this.picture.thing(key);
      if (!thing) continue;
      const { g, at } = thing;
      const is = { open: open.includes(key), chosen: chosen.includes(key), target: false, lifts: this.#lifts(key) };
      is.target = is.open && this.#taken.length > 0;
      for (const [name, on] of Object.entries(is)) g.classList.toggle(name, on);
      if (is.open) g.setAttribute("role", "button");
      if (is.open) g.setAttribute("tabindex", key === this.#at ? "0" : "-1");
      if (is.chosen) g.setAttribute("aria-pressed", "true");
      const { x, y, width, height } = g.getBBox();
      const rx = g.querySelector("circle") && Math.abs(width - height) < 2 ? width / 2 : 8;
      const ring = (/** @type {string} */ kind) =>
        this.#rings.append(make("rect", { x, y, width, height, rx, transform: at, class: kind }));
      if (is.target || is.chosen) ring(this.#press?.over === key ? "over" : is.chosen ? "chosen" : "target");
      if (g.matches(":focus-visible")) ["focus", "focus inner"].forEach(ring);
    }
  }

  // Pointers.

  /** The thing under a pointer: rather one that may be touched, which may be missed by a little. @param {PointerEvent} event */
  #hit({ clientX, clientY }) {
    const dragged = this.#press?.ghost && this.#press.key;
    const things = document.elementsFromPoint(clientX, clientY).map((one) => one.closest(".board .thing"));
    const keys = things.map((g) => /** @type {SVGElement | null} */ (g)?.dataset.key ?? "").filter(Boolean);
    const open = this.#next();
    const least = this.#coarse.matches ? 44 : 24;
    const miss = (/** @type {string} */ key) => {
      const { x, y, width, height } = /** @type {SVGGElement} */ (this.picture.element(key)).getBoundingClientRect();
      const [dx, dy] = [Math.abs(clientX - x - width / 2), Math.abs(clientY - y - height / 2)];
      return dx <= Math.max(width, least) / 2 && dy <= Math.max(height, least) / 2 ? Math.hypot(dx, dy) : Infinity;
    };
    return (
      keys.find((key) => open.includes(key)) ??
      keys.find((key) => !dragged && this.#with(key)) ??
      open.filter((key) => miss(key) < least / 2).sort((one, two) => miss(one) - miss(two))[0] ??
      keys[0] ??
      ""
    );
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!event.isPrimary || event.button) return;
    this.picture.skip();
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.#press = { key: this.#hit(event), id, x, y, over: "", led: [] };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId || !event.buttons) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.ghost && (Math.hypot(dx, dy) <= DRAG || !this.#lifts(press.key))) return;
    const ghost = (press.ghost ??= this.#lift(press));
    const thing = this.picture.thing(press.key);
    const scale = this.svg.getScreenCTM()?.a ?? 1;
    ghost.style.transform = `translate(${dx / scale}px,${dy / scale}px) ${css(thing?.at ?? "")}`;
    for (const passed of event.getCoalescedEvents?.() ?? [event]) {
      const over = this.#hit(passed);
      if (over === press.over) continue;
      press.over = over;
      const at = press.led.indexOf(over);
      if (at >= 0) press.led.length = at + 1; // led back
      else if (thing?.trail && this.#next().includes(over)) press.led.push(over);
    }
    this.#mark();
  }

  /** @param {Press} press */
  #lift({ key, id }) {
    const g = /** @type {SVGGElement} */ (this.picture.element(key));
    const ghost = /** @type {SVGGElement} */ (g.cloneNode(true));
    ghost.setAttribute("class", "ghost held");
    ghost.removeAttribute("data-key");
    this.svg.setPointerCapture(id);
    if (this.#taken.at(-1) !== key) this.#touch(key);
    g.classList.add("dragged");
    this.svg.append(ghost);
    return ghost;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    const key = this.#hit(event);
    this.#press = null;
    if (!press.ghost) return key && key === press.key && this.#touch(key);
    this.#laid = press;
    if (this.#next().includes(key)) {
      this.picture.held.set(press.key, press.ghost.style.transform);
      this.#touch(key, press.led);
      if (this.#taken.length) this.#lay(true); // more is to be touched
      return;
    }
    if (key && key !== press.key) this.#explain(key);
    this.#lay(true);
    if (key !== press.key) this.#take(this.#taken.slice(0, -1));
  }

  /** The drag is called off. */
  #drop() {
    this.#laid = this.#press;
    this.#press = null;
    this.#lay(true);
    this.#take(this.#taken.slice(0, -1));
  }

  /** What was dropped is not held any more. @param {boolean} home whether it slides back */
  async #lay(home) {
    const { key = "", ghost } = this.#laid ?? {};
    const thing = this.picture.thing(key);
    this.#laid = null;
    if (home) this.picture.held.delete(key);
    if (home && ghost && thing && this.picture.moving) await this.picture.motion.slide(ghost, css(thing.at));
    ghost?.remove();
    thing?.g.classList.remove("dragged");
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    this.picture.skip();
    const open = this.#next();
    const way = WAYS[event.key];
    if (event.key === "Escape" && this.#press?.ghost) this.#drop();
    else if (event.key === "Escape" && this.#taken.length) {
      this.#at = /** @type {string} */ (this.#taken.at(-1));
      this.#take(this.#taken.slice(0, -1));
    } else if ((event.key === "Enter" || event.key === " ") && open.includes(this.#at)) this.#touch(this.#at);
    else if (event.key === "Home" || event.key === "End") this.#focus(open.at(event.key === "End" ? -1 : 0));
    else if (way && open.length) this.#focus(this.#beside(open, way));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string | undefined} key */
  #focus(key) {
    this.picture.element(key ?? "")?.focus();
  }

  /** The nearest in a direction; what is aside counts as farther. @param {string[]} open @param {number[]} way */
  #beside(open, [right, down]) {
    const here = this.#middle(this.#at) ?? this.#spot;
    let [best, least] = ["", Infinity];
    for (const key of open) {
      const there = /** @type {DOMPoint} */ (this.#middle(key));
      const [x, y] = [there.x - here.x, there.y - here.y];
      const [along, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)];
      if (along > 1 && along + 2 * aside < least) [best, least] = [key, along + 2 * aside];
    }
    return best;
  }
}
