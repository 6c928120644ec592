// What happened and what was said, the newest at the bottom.
import { at, make } from "./dom.js";
import { play } from "./sound.js";

/** How many lines have been shown, and how much of the talk. @type {Record<string, number>} */
const shown = { log: 0, talk: 0 };

/** Begin anew: nothing of it is for whoever looks next. */
export function forget(lists = ["log", "talk"]) {
  for (const list of lists) {
    shown[list] = 0;
    at(list).replaceChildren();
  }
}

/** Show what a picture tells of the log; what of it is heard. @param {Shown} message */
export function showLog({ log, earlier }) {
  const known = shown.log;
  if (earlier !== undefined) {
    at("log").replaceChildren();
    shown.log = earlier;
  }
  const heard = [];
  for (const { said, listed } of log) {
    for (const [text, seat, event] of said) {
      at("log").append(make("li", { class: `seat${seat} ${event} ${listed ? "listed" : ""}` }, make("span", { class: "swatch" }), text));
      if (known && shown.log >= known) heard.push(text);
    }
    shown.log++;
  }
  down("log");
  return heard;
}

/** Show what was said since; what of it is heard. `anew`: nothing is news. @param {Scene} scene */
export function showTalk({ state, me }, anew = false) {
  if (anew) forget(["talk"]);
  /** @type {Talk[]} */ const talk = state.talk.slice(shown.talk);
  shown.talk = state.talk.length;
  const heard = [];
  for (const { name, text, person } of talk) {
    at("talk").append(make("li", {}, make("b", {}, name), ` ${text}`));
    if (person === me || anew) continue;
    heard.push(`${name}: ${text}`);
    play("talk");
    at("side").classList.add("news");
  }
  down("talk");
  return heard;
}

/** The newest is seen. At once, the page would be laid out twice. */
function down(list = "") {
  requestAnimationFrame(() => (at(list).scrollTop = at(list).scrollHeight));
}
