// Hands on the drawn table. Every move names the things to be touched one after the other, and no such way begins another. So it is
// clear after each touch what may be touched next, without knowing a rule.
import { make } from "./dom.js";
import { haunt, middle } from "./motion.js";

const DRAG = 6; // px that a pressed thing may be moved before it is lifted
const [FLASH, SLIDE] = [500, 180]; // ms
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The key that costs least, if any has a price. @param {string[]} keys @param {(key: string) => number} cost */
function best(keys, cost) {
  const least = Math.min(...keys.map(cost));
  return keys.find((key) => cost(key) === least && least < Infinity);
}

/** Tells "changed" when other moves may follow. */
export class Touch extends EventTarget {
  /** @type {Moves} */
  #moves = [];
  /** @type {string[]} */
  #taken = [];
  /** What the keyboard is on, and where that is or was. */
  #at = "";
  #spot = new DOMPoint();
  /** A pointer that is down; without an id it has dropped what waits for the answer. @type {Press | null} */
  #press = null;
  #rings = make("svg:g", { class: "rings" });

  /** @param {import("./picture.js").Picture} picture @param {SVGSVGElement} svg @param {Hooks} hooks */
  constructor(picture, svg, hooks) {
    super();
    this.picture = picture;
    this.svg = svg;
    this.hooks = hooks;
    svg.append(this.#rings);
    svg.onpointerdown = (event) => this.#down(event);
    svg.onpointermove = (event) => this.#move(event);
    svg.onpointerup = (event) => this.#up(event);
    svg.onpointercancel = () => this.#drop();
    svg.onkeydown = (event) => this.#key(event);
    // A screen reader presses without a pointer.
    svg.onclick = ({ detail, target }) => detail || this.#keys([target]).forEach((key) => this.#touch(key));
    for (const name of ["focusin", "focusout"]) svg.addEventListener(name, () => this.#mark());
    picture.addEventListener("shown", () => this.#settle());
    picture.addEventListener("changing", () => {
      this.#rings.replaceChildren();
      if (!this.#press?.id) this.#lay();
    });
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
    if (this.#moves.some(([one]) => one === action)) this.#act([action]);
  }

  // The tree of touches.

  #ways(taken = this.#taken) {
    return this.#moves.filter(([, , keys]) => taken.every((key, at) => keys[at] === key));
  }

  /** The things that may be touched next. */
  #next(taken = this.#taken) {
    const keys = new Set(this.#ways(taken).map(([, , keys]) => keys[taken.length]));
    return [...keys].filter((key) => this.picture.things.has(key));
  }

  /** All touches with one more: the next, or another one instead of an earlier. */
  #with(key = "") {
    for (let at = this.#taken.length; at >= 0; at--) {
      const taken = this.#taken.slice(0, at);
      if (this.#next(taken).includes(key)) return [...taken, key];
    }
  }

  /** Whether more is to be touched after a thing, so that it can be dragged there. */
  #lifts(key = "") {
    const taken = this.#taken.at(-1) === key ? this.#taken : this.#with(key);
    return taken !== undefined && this.#next(taken).length > 0;
  }

  #touch(key = "", led = [key]) {
    const at = this.#taken.lastIndexOf(key);
    if (at >= 0 && !this.#next().includes(key)) return this.#take(this.#taken.slice(0, at));
    const taken = this.#with(key);
    if (!taken) return this.#explain(key);
    while (this.#next(taken).join() === key) taken.push(key); // what is to be touched twice is touched once
    const ways = this.#ways(taken.slice(0, -1)).filter(([, , keys]) => keys.length === taken.length);
    const actions = (last = "") => ways.filter(([, , keys]) => keys.at(-1) === last).map(([action]) => action);
    if (actions(key).length) this.#act(led.flatMap(actions), key);
    else this.#take(taken);
  }

  /** Have touched something; by default the latest touch is taken back. */
  #take(taken = this.#taken.slice(0, -1)) {
    this.#taken = taken;
    this.#settle();
  }

  /** A thing that may not be touched says what it is. */
  #explain(key = "") {
    this.hooks.tell(this.picture.things.get(key)?.words ?? "");
    if (this.#taken.length) this.#flash(key);
  }

  #flash(key = "", on = true) {
    this.picture.element(key)?.classList.toggle("refused", on);
    this.#mark();
    if (on) setTimeout(() => this.#flash(key, false), FLASH);
  }

  /** Make a move: the last of those to all places of a trail. */
  async #act(led = [0], last = "") {
    const moves = this.#moves;
    /** @type {Moves} */
    const none = (this.#moves = []);
    this.#take([]);
    if (await this.hooks.act(led[led.length - 1], led)) return;
    this.#lay(true);
    if (this.#moves === none) this.open(moves);
    this.#flash(last);
  }

  // What is seen of it.

  /** The moves, the picture or the touches are others. */
  #settle() {
    while (this.#taken.length && !this.#ways().length) this.#taken.pop();
    const { id, ghost, key } = this.#press ?? {};
    if (id && ghost && this.#taken.at(-1) !== key) this.#lay(true);
    const open = this.#next();
    this.#spot = this.#middle(this.#taken.at(-1));
    if (!open.includes(this.#at)) this.#at = best(open, (key) => this.#cost(key)) ?? "";
    this.#spot = this.#middle(this.#at);
    const inside = this.svg.contains(document.activeElement);
    this.#mark();
    if (inside) (this.picture.element(this.#at) ?? this.svg).focus({ preventScroll: true });
    this.dispatchEvent(new Event("changed"));
  }

  #middle(key = "") {
    const thing = this.picture.things.get(key);
    return thing ? middle(thing.g, thing.at) : this.#spot;
  }

  /** How far a thing is; in a direction, what is aside counts as farther. */
  #cost(key = "", [right, down] = [0, 0]) {
    const there = this.#middle(key);
    const [x, y] = [there.x - this.#spot.x, there.y - this.#spot.y];
    const along = x * right + y * down;
    if (!right && !down) return Math.hypot(x, y);
    return along > 1 ? along + 2 * Math.abs(x * down + y * right) : Infinity;
  }

  #mark() {
    const open = this.#next();
    const chosen = [...this.#taken, ...(this.#press?.led ?? [])];
    this.#rings.replaceChildren();
    this.svg.tabIndex = open.length ? -1 : 0;
    for (const [key, { g, at }] of this.picture.things) {
      const [may, is] = [open.includes(key), chosen.includes(key)];
      const target = may && this.#taken.length > 0;
      const refused = g.matches(".refused");
      if (!may && !is && !refused && g.role === "img") continue;
      const live = may || is;
      for (const [name, on] of Object.entries({ open: may, chosen: is, target, lifts: live && this.#lifts(key) })) g.classList.toggle(name, on);
      g.role = live ? "button" : "img";
      g.ariaPressed = is ? "true" : null;
      if (live) g.tabIndex = key === this.#at ? 0 : -1;
      else g.removeAttribute("tabindex");
      const ring = (kind = "") => {
        const { x, y, width, height } = g.getBBox();
        const rx = g.querySelector("circle") && Math.abs(width - height) < 2 ? width / 2 : 8;
        this.#rings.append(make("svg:rect", { x, y, width, height, rx, class: kind }));
        this.#rings.lastChild.style.transform = at;
      };
      if (refused) ring("refused");
      else if (target || is) ring(this.#press?.over === key ? "over" : is ? "chosen" : "target");
      if (g.matches(":focus-visible")) ["focus", "focus inner"].forEach((kind) => ring(kind));
    }
  }

  // Pointers.

  /** The things that elements belong to. @param {any[]} elements @returns {string[]} */
  #keys(elements) {
    return elements.flatMap((one) => one.closest("[data-key]")?.dataset.key ?? []);
  }

  /** The thing under a pointer: rather one that may be touched, which may be missed by a little. @param {PointerEvent} event */
  #hit({ clientX, clientY, pointerType }) {
    const keys = this.#keys(document.elementsFromPoint(clientX, clientY));
    const open = this.#next();
    const miss = (key = "") => {
      const box = this.picture.element(key)?.getBoundingClientRect() ?? new DOMRect();
      const far = Math.hypot(clientX - box.x - box.width / 2, clientY - box.y - box.height / 2);
      return far < (pointerType === "mouse" ? 12 : 22) ? far : Infinity;
    };
    const other = this.#press?.ghost ? undefined : keys.find((key) => this.#with(key));
    return keys.find((key) => open.includes(key)) ?? other ?? best(open, miss) ?? keys[0];
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!event.isPrimary || event.button) return;
    this.picture.skip();
    this.#lay();
    this.#press = { key: this.#hit(event), id: event.pointerId, x: event.clientX, y: event.clientY, led: [] };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    const thing = this.picture.things.get(press?.key ?? "");
    if (!press || !thing || press.id !== event.pointerId || !event.buttons) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.ghost) {
      if (Math.hypot(dx, dy) <= DRAG || !this.#lifts(press.key)) return;
      if (this.#taken.at(-1) !== press.key) this.#touch(press.key);
      press.ghost = haunt(/** @type {SVGGElement} */ (thing.g.cloneNode(true)));
      press.ghost.classList.add("held");
      thing.g.classList.add("dragged");
      this.svg.append(press.ghost);
      this.svg.setPointerCapture(press.id);
    }
    const scale = this.svg.getScreenCTM()?.a ?? 1;
    press.ghost.style.transform = `translate(${dx / scale}px,${dy / scale}px) ${thing.at}`;
    for (const passed of event.getCoalescedEvents?.() ?? [event]) {
      const over = (press.over = this.#hit(passed) ?? "");
      const before = press.led.indexOf(over);
      if (before >= 0) press.led.length = before + 1; // led back
      else if (thing.trail && this.#next().includes(over)) press.led.push(over);
    }
    this.#mark();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    const key = this.#hit(event);
    if (!press.ghost) {
      this.#press = null;
      if (key && key === press.key) this.#touch(key);
    } else if (key && this.#next().includes(key)) {
      this.picture.held.set(press.key ?? "", press.ghost.style.transform);
      this.#press = { ...press, id: 0, over: "", led: [] };
      this.#touch(key, press.led.at(-1) === key ? press.led : [key]);
      if (this.#taken.length) this.#lay(true); // more is to be touched
    } else if (key === press.key) this.#lay(true);
    else {
      if (key) this.#explain(key);
      this.#drop();
    }
  }

  /** The drag is called off. */
  #drop() {
    if (!this.#press?.ghost) return;
    this.#lay(true);
    this.#take();
  }

  /** What was dragged is let go, and slides home or will glide on. */
  async #lay(home = false) {
    const { key = "", ghost } = this.#press ?? {};
    const thing = this.picture.things.get(key);
    this.#press = null;
    if (home) this.picture.held.delete(key);
    const way = { transform: [ghost?.style.transform ?? "", thing?.at ?? ""] };
    if (home && thing && this.picture.moving) await ghost?.animate(way, SLIDE).finished;
    ghost?.remove();
    thing?.g.classList.remove("dragged");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const skipped = this.picture.skip();
    const open = this.#next();
    const way = WAYS[key];
    if (key === "Escape" && this.#press?.ghost) this.#drop();
    else if (key === "Escape" && this.#taken.length) {
      this.#at = this.#taken.at(-1) ?? "";
      this.#take();
    } else if (!open.length) return;
    else if (key === "Enter" || key === " ") {
      if (!skipped) this.#touch(this.#at); // else nobody has seen yet what it is
    } else if (way || key === "Home" || key === "End") {
      const there = way ? best(open, (one) => this.#cost(one, way)) : open.at(key === "End" ? -1 : 0);
      this.#at = there ?? this.#at;
      this.#settle();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
