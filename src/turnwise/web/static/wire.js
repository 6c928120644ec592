// The line to a table: what is sent is sent until it is answered.
import { call, fresh } from "./api.js";

/** @type {Texts} */
const ENDS = { 4001: "signed_out", 4003: "gone", 4004: "gone", 401: "signed_out", 404: "gone" };
const FLOODING = 4029;
const LATER = ["unavailable", "closing", "busy", "too_many"]; // the same may work in a moment
const PATIENCE = 8000; // ms until a silent line is dead
const MATCH = ["turn", "legal", "clock", "turn_opened", "draw_offer", "left", "outcome"]; // what every move tells anew

/** @type {LineTo} */
export function lineTo(table, token, ears, size) {
  /** @type {Wire} */
  const self = { state: null, presence: { here: [], watchers: 0 }, act, ask, close, open, look, why };
  let connected = false;
  /** @type {WebSocket | null} */
  let socket = null;
  /** What has been sent and not answered. @type {any} */
  let waiting = null;
  /** The latest question. @type {any} */
  let question = null;
  let [tries, timer, impatient] = [0, 0, 0];
  let first = ""; // card shown of a large hand

  const away = new AbortController();
  const { signal } = away;
  const again = () => connected || open();
  addEventListener("online", again, { signal });
  addEventListener("offline", () => lost(0), { signal });
  addEventListener("pagehide", hang, { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && again(), { signal });
  document.addEventListener("visibilitychange", () => document.hidden || again(), { signal });
  open();
  return self;

  /** @type {Wire["act"]} */
  async function act(actions, version) {
    if (waiting) return { message: "" };
    const no = await new Promise((settle) => {
      waiting = { ...(actions.length ? { type: "act", actions } : { type: "gesture" }), version, key: fresh(), settle };
      send();
    });
    waiting = null;
    clearTimeout(impatient);
    return no;
  }

  /** @type {Wire["why"]} */
  function why(keys, version) {
    return new Promise((settle) => {
      question = { type: "why", keys, version, key: fresh(), settle };
      if (connected) tell(question);
      else settle("");
    });
  }

  function ask(method = "", path = "", given = {}) {
    return call(method, new URL(path, `${location.origin}/api/tables/${table}/`).href, given, token);
  }

  function close() {
    away.abort();
    hang();
  }

  function open() {
    hang();
    const since = self.state ? `&since=${self.state.n}` : "";
    const { width, height } = size();
    const address = `${location.origin.replace("http", "ws")}/api/tables/${table}/socket?drawn=${width}x${height}&first=${first}${since}`;
    const now = (socket = new WebSocket(address, token ? ["turnwise", `bearer.${token}`] : []));
    now.onmessage = ({ data }) => now === socket && take(JSON.parse(data));
    now.onclose = ({ code }) => now === socket && lost(code);
  }

  /** @param {number} [first] card of a large hand */
  function look(first) {
    if (connected) tell({ type: "look", ...size(), first });
    return true;
  }

  function tell(what = {}) {
    if (socket?.readyState === 1) socket.send(JSON.stringify(what));
  }

  /** Send what waits, again too: it has a key. */
  function send() {
    if (!waiting || !connected) return;
    tell(waiting);
    clearTimeout(impatient);
    impatient = setTimeout(() => lost(0), PATIENCE);
  }

  function hang() {
    clearTimeout(timer);
    clearTimeout(impatient);
    connected = false;
    const old = socket;
    socket = null;
    old?.close();
  }

  async function lost(code = 0) {
    const never = !connected && navigator.onLine;
    hang();
    ears.line(false);
    const wait = Math.min(8000, 250 * 2 ** tries++) * (0.5 + Math.random() / 2);
    timer = setTimeout(open, code === FLOODING ? 10000 : wait);
    // A socket that never opened does not tell why.
    const why = never ? await ask("GET", "legal").then(() => 0, ({ status }) => status) : code;
    if (!ENDS[why] || connected) return;
    close();
    ears.ended(ENDS[why]);
  }

  /** @param {any} message */
  function take(message) {
    const { type, key, error } = message;
    if (!connected) {
      connected = true;
      tries = 0;
      ears.line(true);
      send();
    }
    const mine = key && key === waiting?.key ? waiting : null;
    if (mine && LATER.includes(error)) {
      impatient = setTimeout(send, 1000);
      return;
    }
    const news = type === "snapshot" || type === "delta";
    if (type === "snapshot") self.state = { talk: [] };
    if (news) fold(message);
    if (type === "presence") self.presence = message;
    if (type === "picture") first = message.first ?? "";
    ears[news ? "told" : type]?.(message);
    mine?.settle(type === "refused" ? message : null);
    if (key && key === question?.key) question.settle(type === "why" ? message.message : "");
  }

  /** @param {any} delta */
  function fold({ lines, talk = [], ...rest }) {
    const { state } = self;
    // When the match has moved, what is not told is none. The log comes in sentences, with the picture.
    if (lines) for (const name of MATCH) delete state[name];
    Object.assign(state, rest, { talk: [...state.talk, ...talk] });
  }
}
