// What happened and what was said, the newest at the bottom.
import { at, make } from "./dom.js";
import { told } from "./sentences.js";
import { play } from "./sound.js";

const shown = { log: 0, talk: 0 };

/** Begin anew: nothing of it is for whoever looks next. */
export function forget() {
  shown.log = shown.talk = 0;
  at("log").replaceChildren();
  at("talk").replaceChildren();
}

/** Add what is new; what of it is heard. `anew`: nothing is news. @param {Scene} scene */
export function showLog({ state, names, me }, anew = false) {
  if (anew) forget();
  /** @type {Line[]} */ const lines = state.lines.slice(shown.log);
  /** @type {Talk[]} */ const talk = state.talk.slice(shown.talk);
  shown.log = state.lines.length;
  shown.talk = state.talk.length;
  const heard = [];
  for (const line of lines) {
    const listed = line.events.some(({ event }) => event === at("log").dataset.listed);
    for (const [n, said] of told(line, names).entries()) {
      const { event, seat = line.seat } = line.events[n] ?? {};
      at("log").append(make("li", { class: `seat${seat} ${event ?? ""} ${listed ? "listed" : ""}` }, make("span", { class: "swatch" }), said));
      heard.push(said);
    }
  }
  for (const { name, text, person } of talk) {
    at("talk").append(make("li", {}, make("b", {}, name), ` ${text}`));
    if (person === me || anew) continue;
    heard.push(`${name}: ${text}`);
    play("talk");
    at("side").classList.add("news");
  }
  // At once, the page would be laid out twice.
  requestAnimationFrame(() => ["log", "talk"].forEach((list) => (at(list).scrollTop = at(list).scrollHeight)));
  return anew ? [] : heard;
}
