// What happened and what was said, the newest at the bottom.
import { attempt, somebody } from "./api.js";
import { all, at, make } from "./dom.js";
import { told } from "./sentences.js";
import { play } from "./sound.js";

/** @typedef {import("./table.js").Scene} Scene */

let [lines, talk] = [0, 0];

/** Begin anew: nothing of it is for whoever looks next. */
export function forget() {
  [lines, talk] = [0, 0];
  at("log").replaceChildren();
  at("talk").replaceChildren();
}

/** @param {string} id @param {HTMLElement[]} items */
function add(id, items) {
  at(id).append(...items);
  if (items.length) at(id).scrollTop = at(id).scrollHeight;
}

/** Put what is new under what there is; what of it should be heard. @param {Scene} scene @param {boolean} all_of_it nothing of it is news */
export function showLog({ state, names, me }, all_of_it) {
  if (all_of_it) forget();
  const happened = [];
  for (const line of state.lines.slice(lines)) for (const said of told(line, names)) happened.push({ seat: line.seat, said });
  add("log", happened.map(({ seat, said }) => make("li", { class: `seat${seat}` }, make("span", { class: "swatch" }), said)));
  const spoken = state.talk.slice(talk);
  add("talk", spoken.map((/** @type {any} */ one) => make("li", {}, make("b", {}, one.name), ` ${one.text}`)));
  [lines, talk] = [state.lines.length, state.talk.length];
  const others = spoken.filter((/** @type {any} */ one) => one.person !== me);
  if (all_of_it) return [];
  if (others.length) {
    play("talk");
    for (const tab of all("[value=talk-tab][aria-pressed=false]")) tab.classList.add("news");
  }
  return [...happened.map((one) => one.said), ...others.map((/** @type {any} */ one) => `${one.name}: ${one.text}`)];
}

/** Talk to the others; whoever is nobody yet becomes somebody. @param {() => Scene} scene */
export function setUpTalk(scene) {
  const form = at("say");
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { wire, mine, host, me } = scene();
    attempt(async () => {
      await somebody();
      await wire.talk(mine >= 0 || host ? "players" : "watchers", form.elements.text.value);
      form.reset();
      if (!me) wire.reopen();
    });
  };
}
