// How things come to their new places; ghosts are of the old picture.
import { dress } from "./dom.js";

const GLIDE = 350;
const FAR = 450; // ms more across the whole picture
const STEP = 240; // ms from place to place
const LIGHT = 800; // as in the style sheet
const EACH = 70; // ms between things that fly
/** @type {Manners} */
const MANNERS = {
  turns: { time: 400, old: ["scale(1,1)", "scale(0,1)", "scale(0,1)"], now: ["scale(0,1)", "scale(0,1)", "scale(1,1)"] },
  tumbles: {
    time: 800,
    old: ["rotate(0turn) scale(1)", "rotate(.7turn) scale(1.2)", "rotate(.8turn) scale(0)", "rotate(.8turn) scale(0)"],
    now: ["rotate(0turn) scale(0)", "rotate(.8turn) scale(0)", "rotate(1.6turn) scale(1.25)", "rotate(2turn) scale(1)"],
  },
  beats: { time: 350, old: ["scale(0)", "scale(0)"], now: ["scale(1)", "scale(1.3)", "scale(1)"] },
};

/** The middle, around the own origin or where it stands. @param {SVGGElement} g @param {string} [place] */
export function middle(g, place = "") {
  const { x, y, width, height } = g.getBBox();
  return new DOMPoint(x + width / 2, y + height / 2).matrixTransform(new DOMMatrix(place));
}

/** No thing of the table any more. @param {SVGGElement} g */
export function haunt(g) {
  dress(g, { class: "ghost", "aria-hidden": true });
  g.removeAttribute("data-key");
  return g;
}

/** @param {SVGSVGElement} svg */
export function mover(svg) {
  let [rate, lasts, flying] = [0, 0, 0];
  /** @type {Animation[]} */
  const running = [];
  /** @type {Element[]} */
  const ghosts = [];
  return { play, end };

  /** Move what changed; how many ms it takes. @param {Change} change */
  function play({ pace, things, old, fresh, left, light, message: { sounds, gone } }) {
    if (!pace) {
      left.forEach(({ g }) => g.remove());
      return 0;
    }
    rate = pace;
    lasts = light ? LIGHT * pace : 0;
    svg.classList.toggle("light", light); // colours change slowly
    const differs = (/** @type {Kept} */ thing) => old.has(thing) && old.get(thing)?.face !== thing.face;
    const dice = [...things.values()].filter(({ manner }) => manner === "tumbles");
    // A die may fall on the same side again.
    const thrown = sounds.includes("dice") && !dice.some(differs) ? dice : [];
    for (const thing of new Set([...old.keys(), ...thrown])) {
      const { g, at, manner, by } = thing;
      const { from, face, led } = old.get(thing) ?? { from: at, face: thing.face, led: false };
      const how = (differs(thing) || thrown.includes(thing)) && MANNERS[manner ?? ""];
      if (how) swap(thing, from, face, how);
      glide(g, from, at, led || !by ? [] : by);
    }
    const point = (key = "") => {
      const one = things.get(key) ?? left.get(key);
      return one && middle(one.g, one.at);
    };
    flying = 0;
    for (const thing of fresh) come(thing, point(thing.comes ?? ""), "normal");
    for (const [key, thing] of left) {
      const goal = point(gone[key]);
      const card = things.get(gone[key]);
      ghosts.push(haunt(thing.g));
      if (card?.manner && fresh.has(card)) {
        swap(card, thing.at, thing.face, MANNERS[card.manner]); // turned over
        thing.g.remove();
        continue;
      }
      if (goal) svg.append(thing.g); // over all that it passes
      come(thing, goal, "reverse");
    }
    return lasts;
  }

  /** Everything stands. */
  function end() {
    for (const animation of running.splice(0)) animation.cancel();
    for (const ghost of ghosts.splice(0)) ghost.remove();
    svg.classList.remove("light");
  }

  /** @param {SVGGElement} g @param {PropertyIndexedKeyframes} frames @param {number} [time] @param {KeyframeAnimationOptions} [how] */
  function run(g, frames, time = GLIDE, how) {
    const [duration, delay] = [time * rate, (how?.delay ?? 0) * rate];
    running.push(g.animate(frames, { easing: "cubic-bezier(.3,.1,.2,1)", fill: "both", ...how, duration, delay }));
    lasts = Math.max(lasts, duration + delay);
  }

  function time(from = "", to = "") {
    const [a, b] = [new DOMMatrix(from), new DOMMatrix(to)];
    const { width, height } = svg.viewBox.baseVal;
    return GLIDE + FAR * Math.min(1, Math.hypot(a.e - b.e, a.f - b.f) / Math.hypot(width, height));
  }

  /** @param {SVGGElement} g @param {string} from @param {string} to @param {string[]} [by] places on the way */
  function glide(g, from, to, by = []) {
    if (from === to) return;
    if (by.length) run(g, { transform: [from, ...by, to] }, STEP * (by.length + 1), { easing: "linear" });
    else run(g, { transform: [from, to] }, time(from, to));
  }

  /** Another face. @param {Kept} thing @param {string} from @param {string} face the old one @param {Manners[""]} how */
  function swap({ g, at }, from, face, { time, old, now }) {
    const ghost = haunt(/** @type {SVGGElement} */ (g.cloneNode()));
    ghost.innerHTML = face;
    g.after(ghost);
    ghosts.push(ghost);
    glide(ghost, from, at);
    const { x, y } = middle(g);
    const around = (deed = "") => `translate(${x}px,${y}px) ${deed} translate(${-x}px,${-y}px)`;
    const how = /** @type {const} */ ({ composite: "add", easing: "linear" });
    run(ghost, { transform: old.map(around) }, time, how);
    run(g, { transform: now.map(around) }, time, how);
  }

  /** Come from a point or out of nothing; in reverse go there. @param {Kept} thing
   * @param {DOMPoint | undefined} there @param {PlaybackDirection} direction */
  function come({ g, at }, there, direction) {
    if (!there) return run(g, { opacity: [0, 1] }, GLIDE, { direction });
    const here = middle(g, at);
    const from = `translate(${there.x - here.x}px,${there.y - here.y}px) ${at}`;
    const delay = Math.min(flying++, 8) * EACH;
    run(g, { transform: [from, `translate(0,0) ${at}`], opacity: [0, 1, 1, 1, 1] }, time(from, at), { direction, delay });
  }
}
