// Hands on the drawn table. A move names the things to touch in turn; no such way begins another.
import { make, WAYS } from "./dom.js";
import { haunt, middle } from "./motion.js";

const DRAG = 6; // px before a pressed thing is lifted
const [FLASH, SLIDE, REST] = [500, 180, 300]; // ms
const BADGES = ["refused", "waiting", "hinted"];

/** @type {Best} */
function best(keys, cost) {
  const least = Math.min(...keys.map(cost));
  return keys.find((key) => cost(key) === least && least < Infinity);
}

/** @type {KeysOf} */
const keysOf = (elements) => elements.flatMap((one) => one.closest("[data-key]")?.dataset.key ?? []);

/** @type {Touching} */
export function touching(picture, svg, hooks) {
  const { things, held } = picture;
  const rings = make("svg:g", { class: "rings" });
  /** @type {Moves} */
  let moves = [];
  /** What has been touched. @type {string[]} */
  let taken = [];
  /** What the keyboard is on, and where that is or was. */
  let at = "";
  let spot = new DOMPoint();
  /** A pointer that is down; without an id it has dropped something. @type {Press | null} */
  let press = null;
  /** What the pointer is over, and a timer of its rest there. */
  let [over, rests] = ["", 0];

  svg.append(rings);
  picture.addEventListener("shown", settle);
  picture.addEventListener("changing", () => {
    rings.replaceChildren();
    if (!press?.id) lay();
  });

  /** @type {Hands["open"]} */
  function open(now) {
    moves = now;
    settle();
  }

  function choices() {
    const now = (hooks.lists || taken.length ? ways() : []).filter(([action]) => action > -2); // none rolls a hand
    const words = new Map(now.map(([action, words]) => [action, words]));
    return [...words].map(([action, words]) => ({ action, words })); // with equal things there are several ways to a move
  }

  function choose(action = 0) {
    if (moves.some(([one]) => one === action)) act([action]);
  }

  function ways(after = taken) {
    return moves.filter(([, , keys]) => after.every((key, n) => keys[n] === key));
  }

  /** The things that may be touched next. */
  function next(after = taken) {
    const keys = new Set(ways(after).map(([, , keys]) => keys[after.length]));
    return [...keys].filter((key) => things.has(key));
  }

  /** What has been touched, and ever less of it. */
  const begun = () => [taken, ...taken.map((_, n) => taken.slice(0, -1 - n))];

  /** All touches with one more, or another instead of an earlier. If only one thing can begin, it need not be touched. */
  function including(key = "") {
    const only = next([]);
    const before = [...begun(), ...(only[1] ? [] : [only])].find((one) => next(one).includes(key));
    return before && [...before, key];
  }

  /** Whether a thing can be dragged to another. */
  function lifts(key = "") {
    const now = taken.at(-1) === key ? taken : including(key);
    return now && (key in picture.drops || next(now).length > 0);
  }

  /** Where what is dragged may be dropped. */
  const goals = () => (press?.goal ? [press.goal] : next());

  function touch(key = "", led = [key]) {
    const before = taken.lastIndexOf(key);
    if (before >= 0 && !next().includes(key)) return take(taken.slice(0, before));
    const now = including(key);
    if (!now) return explain(key);
    while (next(now).join() === key) now.push(key); // twice is once
    const ends = ways(now.slice(0, -1)).filter(([, , keys]) => keys.length === now.length);
    const actions = (last = "") => ends.filter(([, , keys]) => keys.at(-1) === last).map(([action]) => action);
    if (actions(key).length) act(led.flatMap(actions), key);
    else take(now);
  }

  /** Have touched something; by default one less. */
  function take(now = taken.slice(0, -1)) {
    taken = now;
    settle();
  }

  /** Why nothing comes of touching a thing, or else what it is. */
  async function explain(key = "") {
    const why = hooks.why([...taken, key]);
    if (taken.length) flash(key);
    hooks.tell((await why) || (things.get(key)?.words ?? ""));
  }

  /** @type {Hands["badge"]} */
  function badge(badge, action) {
    const keys = moves.find(([one]) => one === action)?.[2] ?? [];
    for (const [key, { g }] of things) g.classList.toggle(badge, keys.includes(key));
    mark();
  }

  function flash(key = "", on = true) {
    picture.element(key)?.classList.toggle("refused", on);
    mark();
    if (on) setTimeout(() => flash(key, false), FLASH);
  }

  /** Make a move: the last of a trail. */
  async function act(led = [0], last = "") {
    const before = moves;
    const action = led[led.length - 1];
    badge("waiting", action);
    /** @type {Moves} */
    const none = (moves = []);
    take([]);
    const yes = await hooks.act(action, led);
    badge("waiting");
    if (yes) return;
    lay(true);
    if (moves === none) open(before);
    flash(last);
  }

  /** The moves, the picture or the touches are others. */
  function settle() {
    while (taken.length && !ways().length) taken.pop();
    if (press?.id && press.ghost && !(press.goal ? lifts(press.key) : taken.at(-1) === press.key)) lay(true);
    const keys = next();
    spot = place(taken.at(-1));
    if (!keys.includes(at)) at = best(keys, (key) => cost(key)) ?? "";
    spot = place(at);
    const inside = svg.contains(document.activeElement);
    svg.classList.toggle("choosing", taken.length > 0);
    if (taken.length) import("./dim.js").then(({ dim }) => dim(picture, [...taken, ...begun().flatMap((one) => next(one))]));
    mark();
    if (inside) (picture.element(at) ?? svg).focus({ preventScroll: true });
    hooks.changed?.();
  }

  function place(key = "") {
    const thing = things.get(key);
    return thing ? middle(thing.g, thing.at) : spot;
  }

  /** How far a thing is; aside counts as farther. */
  function cost(key = "", [right, down] = [0, 0]) {
    const there = place(key);
    const [x, y] = [there.x - spot.x, there.y - spot.y];
    const along = x * right + y * down;
    if (!right && !down) return Math.hypot(x, y);
    return along > 1 ? along + 2 * Math.abs(x * down + y * right) : Infinity;
  }

  /** What a touch would bring is seen. */
  function foresee() {
    const on = next().filter((key) => key === over || picture.element(key)?.matches(":focus-visible"));
    for (const { g, preview } of things.values()) g.classList.toggle("seen", on.includes(preview ?? ""));
  }

  function mark() {
    const keys = next();
    const some = [...taken, ...(press?.led ?? [])];
    const targets = taken.length || press?.goal ? goals() : [];
    foresee();
    rings.replaceChildren();
    svg.tabIndex = keys.length ? -1 : 0;
    for (const [key, thing] of things) {
      const { g } = thing;
      const [open, chosen, target] = [keys, some, targets].map((all) => all.includes(key));
      const live = open || chosen;
      for (const [name, on] of Object.entries({ open, chosen, target, lifts: live && lifts(key) })) g.classList.toggle(name, Boolean(on));
      const badges = BADGES.filter((badge) => g.classList.contains(badge));
      if (!live && !target && !badges.length && g.role === "img") continue;
      g.role = live ? "button" : "img";
      g.ariaPressed = chosen ? "true" : null;
      if (live) g.tabIndex = key === at ? 0 : -1;
      else g.removeAttribute("tabindex");
      if (target || chosen) ring(thing, press?.ghost && over === key ? "over" : chosen ? "chosen" : "target");
      badges.forEach((badge) => ring(thing, badge));
      if (g.matches(":focus-visible")) ["focus", "focus inner"].forEach((kind) => ring(thing, kind));
    }
  }

  /** @param {Kept} thing */
  function ring({ g, at }, kind = "") {
    if (!g.checkVisibility({ visibilityProperty: true })) return;
    const { x, y, width, height } = g.getBBox();
    const rx = g.querySelector("circle") && Math.abs(width - height) < 2 ? width / 2 : 8;
    rings.append(make("svg:rect", { x, y, width, height, rx, class: kind }));
    rings.lastChild.style.transform = at;
  }

  /** The thing under a pointer, or near it if it may be touched. @param {PointerEvent} event */
  function hit({ clientX, clientY, pointerType }) {
    const under = keysOf(document.elementsFromPoint(clientX, clientY));
    const keys = goals();
    const miss = (key = "") => {
      const box = picture.element(key)?.getBoundingClientRect() ?? new DOMRect();
      const far = Math.hypot(clientX - box.x - box.width / 2, clientY - box.y - box.height / 2);
      return far < (pointerType === "mouse" ? 12 : 22) ? far : Infinity;
    };
    const other = press?.ghost ? undefined : under.find((key) => including(key));
    return under.find((key) => keys.includes(key)) ?? other ?? best(keys, miss) ?? under[0];
  }

  /** A pointer is over something else. Where it rests on what can't be reached, it is told why. @param {PointerEvent} [event] */
  function rest(event) {
    const key = (event && hit(event)) ?? "";
    if (key === over) return;
    over = key;
    clearTimeout(rests);
    rests = setTimeout(async () => {
      const why = picture.element(key)?.matches(".choosing .dim") && (await hooks.why([...taken, key]));
      if (why && key === over) hooks.tell(why, event);
    }, REST);
    foresee();
  }

  svg.onpointerover = rest;
  svg.onpointerleave = () => rest();

  svg.onpointerdown = (event) => {
    if (!event.isPrimary || event.button) return;
    picture.skip();
    lay();
    press = { key: hit(event) ?? "", id: event.pointerId, x: event.clientX, y: event.clientY, led: [] };
  };

  svg.onpointermove = (event) => {
    const thing = things.get(press?.key ?? "");
    if (!press || !thing || press.id !== event.pointerId || !event.buttons) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.ghost) {
      if (Math.hypot(dx, dy) <= DRAG || !lifts(press.key)) return;
      press.goal = picture.drops[press.key];
      if (taken.at(-1) !== press.key && !press.goal) touch(press.key);
      press.ghost = haunt(thing.g.cloneNode(true));
      press.ghost.classList.add("held");
      thing.g.classList.add("dragged");
      svg.append(press.ghost);
      svg.setPointerCapture(press.id);
    }
    const scale = svg.getScreenCTM()?.a ?? 1;
    press.ghost.style.transform = `translate(${dx / scale}px,${dy / scale}px) ${thing.at}`;
    for (const passed of event.getCoalescedEvents?.() ?? [event]) {
      rest(passed);
      const before = press.led.indexOf(over);
      if (before >= 0) press.led.length = before + 1; // led back
      else if (thing.trail && next().includes(over)) press.led.push(over);
    }
    mark();
  };

  svg.onpointerup = (event) => {
    if (press?.id !== event.pointerId) return;
    const { key: lifted, ghost, goal, led } = press;
    const key = hit(event);
    if (!ghost) {
      press = null;
      if (key && key === lifted) touch(key);
    } else if (key && goals().includes(key)) {
      held.set(lifted, ghost.style.transform);
      press = { ...press, id: 0, goal: "", led: [] };
      touch(goal ? lifted : key, led.at(-1) === key ? led : undefined);
      if (taken.length) lay(true); // more is to be touched
    } else if (key === lifted && !goal) lay(true);
    else {
      if (key && !goal) explain(key);
      drop();
    }
  };

  svg.onpointercancel = drop;
  // A screen reader presses without a pointer.
  svg.onclick = ({ detail, target }) => detail || keysOf([target]).forEach((key) => touch(key));
  for (const name of ["focusin", "focusout"]) svg.addEventListener(name, mark);

  /** Nothing is pressed any more. */
  function drop() {
    const { ghost, goal } = press ?? {};
    lay(true);
    if (ghost) take(goal ? taken : undefined);
  }

  /** Let go what was dragged. */
  async function lay(home = false) {
    const { key = "", ghost } = press ?? {};
    const thing = things.get(key);
    press = null;
    if (home) held.delete(key);
    const way = { transform: [ghost?.style.transform ?? "", thing?.at ?? ""] };
    if (home && thing && picture.moving()) await ghost?.animate(way, SLIDE).finished;
    ghost?.remove();
    thing?.g.classList.remove("dragged");
  }

  svg.onkeydown = (event) => {
    const { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const skipped = picture.skip();
    const keys = next();
    const way = WAYS[key];
    if (key === "Escape" && press?.ghost) drop();
    else if (key === "Escape" && taken.length) {
      at = taken.at(-1) ?? "";
      take();
    } else if (!keys.length) return;
    else if (key === "Enter" || key === " ") {
      if (!skipped) touch(at); // else nobody has seen it
    } else if (way || key === "Home" || key === "End") {
      at = (way ? best(keys, (one) => cost(one, way)) : keys.at(key === "End" ? -1 : 0)) ?? at;
      settle();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { open, choices, choose, badge };
}
