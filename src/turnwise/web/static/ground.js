// The ground on which places and connections lie. What they mean, only the house knows.
import { dress, make, WAYS } from "./dom.js";
import { tn } from "./words.js";

const UNIT = 10; // of the picture, for one place of the grid
const SPAN = 255;
const SLACK = 6; // pixels that a press may move and still be a tap

const within = (v = 0) => Math.min(SPAN, Math.max(0, Math.round(v)));

/** @type {Ground} */
export function ground(svg, draft, kinds, chosen) {
  const [lines, places] = svg.querySelectorAll("g");
  const self = { chosen: -1, joining: false, scale: 1, marked: [-1], draw, choose, join, remove };
  /** The place under a finger, where it was pressed, and where it is led. @type {any} */
  let press = null;
  let empty = false;

  /** @param {any} target */
  const index = (target) => [...places.children].indexOf(target?.closest(".place"));
  /** @param {MouseEvent} e */
  const spot = (e) => {
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    return { x: at.x / UNIT, y: at.y / UNIT };
  };

  function choose(i = -1) {
    self.chosen = i;
    draw();
    chosen();
  }

  function join(on = false) {
    self.joining = on;
    choose(self.chosen);
  }

  /** Make a place; `from`: one to be connected with it. */
  function add(at = { x: 0, y: 0 }, from = -1) {
    let number = draft.doc.positions.length + 1;
    while (draft.doc.positions.some((one) => one.id === `P${number}`)) number++;
    draft.change((doc) => {
      doc.positions.push({ id: `P${number}`, x: within(at.x), y: within(at.y), kind: kinds[0].name });
      if (from >= 0) doc.connections.push([doc.positions[from].id, `P${number}`]);
    });
    choose(draft.doc.positions.length - 1);
  }

  /** Connect two places, or part them. */
  function toggle(a = 0, b = 0) {
    draft.change((doc) => {
      const ends = [doc.positions[a].id, doc.positions[b].id];
      const others = doc.connections.filter((pair) => !ends.every((end) => pair.includes(end)));
      doc.connections = others.length < doc.connections.length ? others : [...others, ends];
    });
  }

  function remove() {
    const i = self.chosen;
    const gone = draft.doc.positions[i];
    if (!gone) return;
    draft.change((doc) => {
      doc.positions.splice(i, 1);
      doc.connections = doc.connections.filter((pair) => !pair.includes(gone.id));
    });
    choose(-1);
  }

  const put = (i = 0, x = 0, y = 0) => draft.change((doc) => Object.assign(doc.positions[i], { x: within(x), y: within(y) }));

  function tap(i = 0) {
    if (self.joining && self.chosen >= 0 && self.chosen !== i) toggle(self.chosen, i);
    choose(i);
  }

  svg.onpointerdown = (e) => {
    const i = index(e.target);
    empty = i < 0; // there a finger scrolls, and a click makes a place
    if (empty) return;
    press = { i, x: e.clientX, y: e.clientY };
    svg.setPointerCapture(e.pointerId);
  };
  svg.onpointermove = (e) => {
    if (!press || (!press.to && Math.hypot(e.clientX - press.x, e.clientY - press.y) < SLACK)) return;
    press.to = spot(e);
    draw();
  };
  svg.onpointercancel = () => (press = null);
  svg.onclick = (e) => empty && add(spot(e), self.joining ? self.chosen : -1);
  svg.onpointerup = (e) => {
    if (!press) return;
    const { i, to } = press;
    const on = index(document.elementFromPoint(e.clientX, e.clientY));
    press = null;
    if (!to) return tap(i);
    if (self.joining && on < 0) return add(to, i);
    if (!self.joining) put(i, to.x, to.y);
    else if (on !== i) toggle(i, on);
    choose(self.joining ? on : i);
  };
  svg.addEventListener("focusin", (e) => !self.joining && !press && choose(index(e.target)));
  svg.onkeydown = (e) => {
    const i = index(e.target);
    const at = draft.doc.positions[i];
    const [dx, dy] = WAYS[e.key] ?? [0, 0];
    if (!at || e.ctrlKey || e.metaKey) return;
    if (dx || dy) put(i, at.x + dx * (e.shiftKey ? 4 : 1), at.y + dy * (e.shiftKey ? 4 : 1));
    else if (e.key === "Delete") remove();
    else if (e.key === "Enter" || e.key === " ") tap(i);
    else if (e.key === "Escape") join(false);
    else if (e.key === "c") {
      self.chosen = i;
      join(!self.joining);
    } else if (e.key === "n") {
      add({ x: at.x + 3, y: at.y }, self.joining ? i : -1);
      /** @type {SVGElement} */ (places.lastChild).focus();
    } else return;
    e.preventDefault();
  };

  /** Draw everything, so many times as large as its frame, or as fingers need. */
  function draw(by = 1) {
    const { positions, connections } = draft.doc;
    self.scale *= by;
    const led = press?.to;
    const seen = [...positions];
    if (led && !self.joining) seen[press.i] = { ...seen[press.i], x: within(led.x), y: within(led.y) };
    const pairs = connections.map((ends) => ends.map((end) => seen.find((one) => one.id === end))).filter(([a, b]) => a && b);
    if (led && self.joining) pairs.push([seen[press.i], led]);
    lines.replaceChildren(...pairs.map(([a, b]) => make("svg:line", { x1: a.x * UNIT, y1: a.y * UNIT, x2: b.x * UNIT, y2: b.y * UNIT })));
    while (places.children.length > seen.length) places.lastChild?.remove();
    while (places.children.length < seen.length)
      places.append(make("svg:g", { tabindex: 0, role: "button" }, make("svg:use"), make("svg:text", { class: "mark" }), make("svg:text", { y: 11 })));
    seen.forEach((one, i) => {
      const kind = kinds.find((kind) => kind.name === one.kind) ?? kinds[0];
      const g = places.children[i];
      const count = connections.filter((pair) => pair.includes(one.id)).length;
      const [outline, mark, id] = g.children;
      dress(g, {
        class: `place ${kind.colour} ${self.chosen === i ? "chosen" : ""} ${self.marked.includes(i) ? "marked" : ""}`,
        transform: `translate(${one.x * UNIT} ${one.y * UNIT})`,
        "aria-pressed": self.chosen === i,
        "aria-label": tn("{id}, {kind}, one connection", "{id}, {kind}, {number} connections", count, { id: one.id, kind: kind.words }),
      });
      dress(outline, { href: `#${kind.shape}` });
      mark.textContent = one.pack ? "?" : kind.mark;
      id.textContent = one.id;
    });
    const [w, h] = ["x", "y"].map((axis) => UNIT * (Math.max(20, ...seen.map((one) => one[axis])) + 7));
    const { clientWidth, clientHeight } = /** @type {Element} */ (svg.parentElement);
    const scale = self.scale * Math.max(1, Math.min(clientWidth / w, clientHeight / h));
    dress(svg, { viewBox: `${-3 * UNIT} ${-3 * UNIT} ${w} ${h}` });
    svg.style.cssText = `width:${w * scale}px;height:${h * scale}px;--px:${1 / scale}px`;
  }
  onresize = () => draw();

  return self;
}
