// How things come to where the picture has them: they glide, turn over, tumble, beat, fly and fade. The page holds the new picture
// already; what is still seen of the old one are ghosts.

/** @import {Change, Kept} from "./board" */

const GLIDE = 350;
const FAR = 450; // ms more for a way across the whole picture
const TUMBLE = 800;
const LIGHT = 800; // as in the style sheet
const EACH = 70; // ms between things that fly one after the other
const FACES = 3; // of a die that are seen while it tumbles
const ROLL = ["rotate(-560deg) scale(.8)", "rotate(-200deg) scale(1.3)", "rotate(0deg) scale(1)"];

/** A place as a style sheet writes it. @param {string} at as the attribute `transform` has it */
export function css(at) {
  const of = (/** @type {string} */ name) => at.match(`${name}\\((\\S+?)(?: (\\S+))?\\)`) ?? [];
  const [, x = 0, y = 0] = of("translate");
  return `translate(${x}px,${y}px) rotate(${of("rotate")[1] ?? 0}deg) scale(${of("scale")[1] ?? 1})`;
}

/** The middle of what is drawn, around its own origin or where it stands. @param {SVGGElement} g @param {string} [place] */
export function middle(g, place = "") {
  const { x, y, width, height } = g.getBBox();
  return new DOMPoint(x + width / 2, y + height / 2).matrixTransform(new DOMMatrix(place));
}

export class Motion {
  #pace = 0;
  #lasts = 0;
  /** @type {Animation[]} */
  #running = [];
  /** @type {Element[]} */
  #ghosts = [];
  /** What dice have shown. @type {Map<string, string[]>} */
  #faces = new Map();

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
  }

  /** Move what changed; how many ms it takes. @param {Change} change */
  play({ pace, things, old, fresh, left, light, message }) {
    if (!pace) left.forEach(({ g }) => g.remove());
    if (!pace) return 0;
    this.#pace = pace;
    this.#lasts = light ? LIGHT * pace : 0;
    this.svg.classList.toggle("light", light); // the style sheet lets colours change slowly
    const differs = (/** @type {string} */ key) => old.has(key) && old.get(key)?.face !== things.get(key)?.face;
    const dice = [...things.keys()].filter((key) => things.get(key)?.manner === "tumbles");
    // A die that falls on the same side again has not changed, yet it was thrown.
    const thrown = message.sounds.includes("dice") && !dice.some(differs) ? dice : dice.filter(differs);
    for (const key of thrown) this.#tumble(key, /** @type {Kept} */ (things.get(key)), old.get(key));
    for (const [key, was] of old) {
      const thing = /** @type {Kept} */ (things.get(key));
      if (differs(key) && thing.manner === "turns") this.#turn(thing, was);
      if (differs(key) && thing.manner === "beats") this.#around(thing.g, ["scale(1)", "scale(1.3)", "scale(1)"]);
      if (!thrown.includes(key)) this.#glide(thing.g, was.from, thing.at);
    }
    const point = (key = "") => {
      const one = things.get(key) ?? left.get(key);
      return one && middle(one.g, css(one.at));
    };
    let flying = 0;
    for (const key of fresh) {
      const { g, at, comes } = /** @type {Kept} */ (things.get(key));
      const source = point(comes ?? "");
      if (source) this.#fly(g, at, source, flying++, "normal");
      else this.#run(g, { opacity: [0, 1] });
    }
    for (const [key, { g, at }] of left) {
      const goal = point(message.gone[key]);
      this.#ghost(g);
      if (goal) this.svg.append(g); // over all that it passes
      if (goal) this.#fly(g, at, goal, flying++, "reverse");
      else this.#run(g, { opacity: [1, 0] });
    }
    return this.#lasts;
  }

  /** Everything stands. */
  end() {
    this.#running.forEach((animation) => animation.cancel());
    this.#ghosts.forEach((ghost) => ghost.remove());
    this.svg.classList.remove("light");
    this.#running = [];
    this.#ghosts = [];
  }

  /** @param {SVGGElement} g @param {object} frames @param {number} [time] @param {KeyframeAnimationOptions} [how] */
  #run(g, frames, time = GLIDE, how) {
    const [duration, delay] = [time * this.#pace, (how?.delay ?? 0) * this.#pace];
    const whole = { easing: "cubic-bezier(.3,.1,.2,1)", fill: "both", ...how, duration, delay };
    this.#running.push(g.animate(/** @type {any} */ (frames), /** @type {any} */ (whole)));
    this.#lasts = Math.max(this.#lasts, duration + delay);
  }

  /** @param {string} from @param {string} to */
  #time(from, to) {
    const [a, b] = [new DOMMatrix(from), new DOMMatrix(to)];
    const { width, height } = this.svg.viewBox.baseVal;
    return GLIDE + FAR * Math.min(1, Math.hypot(a.e - b.e, a.f - b.f) / Math.hypot(width, height));
  }

  /** @param {SVGGElement} g @param {string} from @param {string} at */
  #glide(g, from, at) {
    const to = css(at);
    if (from !== to) this.#run(g, { transform: [from, to] }, this.#time(from, to));
  }

  /** Turn or scale around the middle, wherever else it goes. @param {SVGGElement} g @param {string[]} deeds @param {number} [time] */
  #around(g, deeds, time) {
    const { x, y } = middle(g);
    const transform = deeds.map((deed) => `translate(${x}px,${y}px) ${deed} translate(${-x}px,${-y}px)`);
    this.#run(g, { transform }, time, { composite: "add", easing: "linear" });
  }

  /** A card turns about its upright axis. @param {Kept} thing @param {{face: string, from: string}} was */
  #turn({ g, at }, { face, from }) {
    const ghost = this.#shadow(g, face);
    this.#glide(ghost, from, at);
    this.#around(ghost, ["scale(1,1)", "scale(0,1)", "scale(0,1)"]);
    this.#around(g, ["scale(0,1)", "scale(0,1)", "scale(1,1)"]);
  }

  /** A die rolls over faces that it has shown. @param {string} key @param {Kept} thing @param {{face: string, from: string}} [was] */
  #tumble(key, { g, at, face }, was) {
    const faces = new Set([was?.face ?? "", ...(this.#faces.get(key) ?? [])]);
    faces.delete(face);
    faces.delete("");
    this.#faces.set(key, [face, ...faces].slice(0, FACES + 1));
    const ghosts = [...faces].slice(0, FACES).map((one) => this.#shadow(g, one));
    const slice = 0.6 / ghosts.length;
    const seen = (/** @type {SVGGElement} */ one, /** @type {number[]} */ ...offsets) =>
      this.#run(one, offsets.map((offset, i) => ({ offset, opacity: i % 2, easing: "step-end" })), TUMBLE); // prettier-ignore
    ghosts.forEach((ghost, i) => seen(ghost, 0, i * slice, (i + 1) * slice, 1));
    if (ghosts.length) seen(g, 0, 0.6);
    for (const one of [g, ...ghosts]) {
      this.#glide(one, was?.from ?? css(at), at);
      this.#around(one, ROLL, TUMBLE);
    }
  }

  /** Fly from a point, or in reverse to it. @param {SVGGElement} g @param {string} at @param {DOMPoint} there @param {number} turn @param {string} direction */
  #fly(g, at, there, turn, direction) {
    const to = css(at);
    const here = middle(g, to);
    const from = `translate(${there.x - here.x}px,${there.y - here.y}px) ${to}`;
    const how = /** @type {KeyframeAnimationOptions} */ ({ direction, delay: Math.min(turn, 8) * EACH });
    this.#run(g, { transform: [from, `translate(0,0) ${to}`], opacity: [0, 1, 1, 1, 1] }, this.#time(from, to), how);
  }

  /** @param {SVGGElement} g */
  #ghost(g) {
    g.setAttribute("class", "ghost");
    g.setAttribute("aria-hidden", "true");
    g.removeAttribute("data-key");
    this.#ghosts.push(g);
  }

  /** An old face over a thing. @param {SVGGElement} g @param {string} face */
  #shadow(g, face) {
    const ghost = /** @type {SVGGElement} */ (g.cloneNode());
    this.#ghost(ghost);
    ghost.innerHTML = face;
    g.after(ghost);
    return ghost;
  }
}
