// How things come to where the picture has them: they glide, turn over, tumble, beat, fly and fade. The page holds the new picture
// already; what is still seen of the old one are ghosts.

/** @typedef {import("./picture.js").Kept} Kept */
/**
 * What changed: things with where they were seen and their old face, new things, and those that left.
 * @typedef {object} Change
 * @property {number} pace 1, less if others wait, 0: nothing moves
 * @property {Map<string, {thing: Kept, from: string, face: string}>} old
 * @property {Map<string, Kept>} fresh
 * @property {Map<string, Kept>} left
 * @property {boolean} light whether colours change
 * @property {import("./types").PictureMessage} message
 * @property {(key: string) => Kept | undefined} find
 */

const GLIDE = 350;
const FAR = 450; // ms more for a way across the whole picture
const TUMBLE = 800;
const LIGHT = 800;
const EACH = 70; // ms between things that fly one after the other
const FACES = 3; // of a die that are shown while it tumbles
const EASE = "cubic-bezier(.3,.1,.2,1)";

/** A place as a style sheet writes it. @param {string} at as the attribute `transform` has it */
export function css(at) {
  const of = (/** @type {string} */ name) => at.match(`${name}\\((\\S+?)(?: (\\S+))?\\)`) ?? [];
  const [, x = 0, y = 0] = of("translate");
  return `translate(${x}px,${y}px) rotate(${of("rotate")[1] ?? 0}deg) scale(${of("scale")[1] ?? 1})`;
}

/** The middle of what is drawn. @param {SVGGElement} g @param {string} [place] where it stands; else around its own origin */
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
  play({ pace, old, fresh, left, light, message, find }) {
    this.#pace = pace;
    this.#lasts = 0;
    if (!pace) left.forEach(({ g }) => g.remove());
    if (!pace) return 0;
    if (light) {
      this.svg.classList.add("light"); // the style sheet lets colours change slowly
      this.#lasts = LIGHT * pace;
    }
    const dice = [...old].filter(([, { thing, face }]) => thing.manner === "tumbles" && face !== thing.face);
    for (const [key, { thing, from, face }] of old) {
      const other = face !== thing.face;
      const glides = [thing.g];
      if (other && thing.manner === "turns") glides.push(this.#turn(thing, face));
      if (other && thing.manner === "tumbles") glides.push(...this.#tumble(key, thing, face));
      if (other && thing.manner === "beats") this.#around(thing.g, ["scale(1)", "scale(1.3)", "scale(1)"]);
      const to = css(thing.at);
      if (from !== to) for (const g of glides) this.#run(g, { transform: [from, to] }, this.#time(from, to));
    }
    void dice;
    const point = (/** @type {string | null | undefined} */ key) => {
      const one = key ? (find(key) ?? left.get(key)) : undefined;
      return one && middle(one.g, css(one.at));
    };
    let flying = 0;
    for (const { g, at, comes } of fresh.values()) {
      const source = point(comes);
      if (source) this.#fly(g, at, source, flying++, "normal");
      else this.#run(g, { opacity: [0, 1] }, GLIDE);
    }
    for (const [key, { g, at }] of left) {
      const goal = point(message.gone[key]);
      this.#ghost(g);
      if (goal) this.#fly(g, at, goal, flying++, "reverse");
      else this.#run(g, { opacity: [1, 0] }, GLIDE);
      if (goal) this.svg.append(g); // over all that it passes
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

  /** Let something slide, apart from any picture. @param {SVGGElement} g @param {string} to */
  slide(g, to) {
    return g.animate({ transform: [g.style.transform, to] }, { duration: GLIDE / 2, easing: EASE }).finished;
  }

  /** @param {string} from @param {string} to */
  #time(from, to) {
    const [a, b] = [new DOMMatrix(from), new DOMMatrix(to)];
    const { width, height } = this.svg.viewBox.baseVal;
    return GLIDE + FAR * Math.min(1, Math.hypot(a.e - b.e, a.f - b.f) / Math.hypot(width, height));
  }

  /** @param {SVGGElement} g @param {Keyframe[] | PropertyIndexedKeyframes} frames @param {number} time @param {KeyframeAnimationOptions} [how] */
  #run(g, frames, time, how) {
    const [duration, delay] = [time * this.#pace, (how?.delay ?? 0) * this.#pace];
    this.#running.push(g.animate(frames, { easing: EASE, fill: "both", ...how, duration, delay }));
    this.#lasts = Math.max(this.#lasts, duration + delay);
  }

  /** Turn or scale something around its middle, wherever else it goes. @param {SVGGElement} g @param {string[]} deeds @param {number} [time] */
  #around(g, deeds, time = GLIDE) {
    const { x, y } = middle(g);
    const transform = deeds.map((deed) => `translate(${x}px,${y}px) ${deed} translate(${-x}px,${-y}px)`);
    this.#run(g, { transform }, time, { composite: "add", easing: "linear" });
  }

  /** A card turns about its upright axis. @param {Kept} thing @param {string} face the old one @returns its ghost */
  #turn({ g }, face) {
    const ghost = this.#shadow(g, face);
    this.#around(ghost, ["scale(1,1)", "scale(0,1)", "scale(0,1)"], GLIDE);
    this.#around(g, ["scale(0,1)", "scale(0,1)", "scale(1,1)"], GLIDE);
    return ghost;
  }

  /** A die rolls over faces that it has shown before. @param {string} key @param {Kept} thing @param {string} face the old one */
  #tumble(key, { g, face: shown }, face) {
    const faces = [face, ...(this.#faces.get(key) ?? [])].filter((one, at, all) => one !== shown && all.indexOf(one) === at);
    this.#faces.set(key, [shown, ...faces].slice(0, FACES + 1));
    const ghosts = faces.slice(0, FACES).map((one) => this.#shadow(g, one));
    const slice = 0.6 / ghosts.length;
    ghosts.forEach((ghost, at) => {
      const frames = [[0, 0], [1, at * slice], [0, (at + 1) * slice], [0, 1]]; // prettier-ignore
      this.#run(ghost, frames.map(([opacity, offset]) => ({ opacity, offset, easing: "step-end" })), TUMBLE, { easing: "linear" });
    });
    this.#run(g, [{ opacity: 0, easing: "step-end" }, { opacity: 1, offset: 0.6 }, { opacity: 1 }], TUMBLE, { easing: "linear" });
    for (const one of [g, ...ghosts]) this.#around(one, ["rotate(-560deg) scale(.8)", "rotate(-200deg) scale(1.3)", "rotate(0deg) scale(1)"], TUMBLE);
    return ghosts;
  }

  /** Fly from a point, or in reverse to it. @param {SVGGElement} g @param {string} at @param {DOMPoint} there @param {number} turn @param {PlaybackDirection} direction */
  #fly(g, at, there, turn, direction) {
    const to = css(at);
    const here = middle(g, to);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const from = `translate(${x}px,${y}px) ${to}`;
    const how = { direction, delay: Math.min(turn, 8) * EACH };
    this.#run(g, { transform: [from, `translate(0,0) ${to}`] }, this.#time(from, to), how);
    this.#run(g, [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1 }], this.#time(from, to), how);
  }

  /** @template {SVGGElement} T @param {T} g */
  #ghost(g) {
    g.setAttribute("class", "ghost");
    g.setAttribute("aria-hidden", "true");
    g.removeAttribute("data-key");
    this.#ghosts.push(g);
    return g;
  }

  /** An old face over a thing. @param {SVGGElement} g @param {string} face */
  #shadow(g, face) {
    const ghost = this.#ghost(/** @type {SVGGElement} */ (g.cloneNode(false)));
    ghost.innerHTML = face;
    g.after(ghost);
    return ghost;
  }
}
