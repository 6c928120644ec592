// The line to a table: what the house tells is taken in, and what is sent is sent until it is answered.
import { Refusal, call } from "./api.js";

const SIGNED_OUT = 4001, REFUSED = 4003, NOTHING = 4004, FLOODING = 4029;
const LATER = ["unavailable", "closing", "busy", "too_many"];
const PATIENCE = 8000;
const CHANGING = ["turn", "legal", "clock", "draw_offer", "left", "outcome"];

/** Tells `told` (a snapshot or a delta was taken in), `picture`, `presence`, `line` (connected or not any more) and `ended`
 * (there is no way back: `signed_out` or `gone`), each with its `detail`. */
export class Wire extends EventTarget {
  /** What is known of the table; nothing before the first snapshot. @type {any} */
  state = null;
  presence = { here: [], thinking: null, watchers: 0 };
  connected = false;
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {{message: object, key: string, settle: (no: any) => void} | null} */ #waiting = null;
  #tries = 0;
  #timer = 0;
  #impatient = 0;
  #away = new AbortController();

  /** @param {string} table @param {{token?: string, drawn?: boolean}} [how] */
  constructor(table, { token = "", drawn = true } = {}) {
    super();
    this.table = table;
    this.token = token;
    this.drawn = drawn;
    const { signal } = this.#away;
    const again = () => this.connected || this.#open();
    addEventListener("online", again, { signal });
    addEventListener("offline", () => this.#lost(0), { signal });
    addEventListener("pagehide", () => this.#hang(), { signal });
    addEventListener("pageshow", (event) => event.persisted && again(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || again(), { signal });
    this.#open();
  }

  /** Act. Nothing, when it is done; else the refusal. @param {number[]} actions @param {number} version that was seen */
  act(actions, version) {
    if (this.#waiting) return Promise.resolve({ error: "waiting", message: "" });
    const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
    return new Promise((resolve) => {
      const settle = (/** @type {any} */ no) => {
        this.#waiting = null;
        clearTimeout(this.#impatient);
        resolve(no);
      };
      this.#waiting = { message: { type: "act", actions, version, key }, key, settle };
      this.#send();
    });
  }

  /** @param {string} room @param {string} text */
  talk(room, text) {
    return this.ask("POST", "chat", { room, text });
  }

  /** Ask the house for something at this table, as who looks. @param {string} method @param {string} path @param {unknown} [body] */
  ask(method, path, body) {
    return call(method, `/api/tables/${this.table}/${path}`, body ?? (method === "POST" ? {} : undefined), this.token);
  }

  /** Look with other eyes: who looks has become somebody. */
  reopen() {
    this.#hang();
    this.#open();
  }

  close() {
    this.#away.abort();
    this.#hang();
  }

  /** What waits is sent, also once more: the house finds the key. */
  #send() {
    if (!this.#waiting || !this.connected) return;
    this.#socket?.send(JSON.stringify(this.#waiting.message));
    clearTimeout(this.#impatient);
    this.#impatient = setTimeout(() => this.#lost(0), PATIENCE);
  }

  #hang() {
    clearTimeout(this.#timer);
    clearTimeout(this.#impatient);
    const socket = this.#socket;
    this.#socket = null;
    this.connected = false;
    socket?.close();
  }

  #open() {
    this.#hang();
    const asked = new URLSearchParams(this.drawn ? { drawn: "1" } : {});
    if (this.state) asked.set("since", this.state.n);
    const address = `${location.origin.replace("http", "ws")}/api/tables/${this.table}/socket?${asked}`;
    const socket = new WebSocket(address, this.token ? ["turnwise", `bearer.${this.token}`] : []);
    this.#socket = socket;
    socket.onmessage = ({ data }) => socket === this.#socket && this.#take(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.#socket && this.#lost(code);
  }

  /** @param {number} code */
  async #lost(code) {
    const opened = this.connected;
    this.#hang();
    this.#say("line", false);
    if (code === SIGNED_OUT) return this.#say("ended", "signed_out");
    if (code === REFUSED || code === NOTHING) return this.#say("ended", "gone");
    const least = code === FLOODING ? 10000 : 0;
    this.#timer = setTimeout(() => this.#open(), least + Math.min(8000, 250 * 2 ** this.#tries++) * (0.5 + Math.random() / 2));
    if (opened || !navigator.onLine) return;
    // A socket that never opened does not tell why.
    const why = await this.ask("GET", "legal").catch((error) => error);
    if (!(why instanceof Refusal) || (why.status !== 401 && why.status !== 404) || this.connected) return;
    this.close();
    this.#say("ended", why.status === 401 ? "signed_out" : "gone");
  }

  /** @param {any} message */
  #take(message) {
    if (!this.connected) {
      this.connected = true;
      this.#tries = 0;
      this.#say("line", true);
      this.#send();
    }
    const waiting = this.#waiting;
    const mine = waiting && message.key === waiting.key;
    if (message.type === "snapshot") this.state = { lines: [], talk: [], ...message };
    else if (message.type === "delta") this.#fold(message);
    else if (message.type === "presence") this.presence = message;
    else if (message.type === "refused" && mine && LATER.includes(message.error)) {
      this.#impatient = setTimeout(() => this.#send(), 1000);
      return;
    }
    this.#say(message.type === "snapshot" || message.type === "delta" ? "told" : message.type, message);
    if (mine) waiting.settle(message.type === "refused" ? message : null);
  }

  /** @param {any} delta */
  #fold(delta) {
    const { state } = this;
    if (delta.lines) for (const name of CHANGING) state[name] = delta[name];
    for (const name of ["n", "version", "table", "clock"]) if (name in delta) state[name] = delta[name];
    if (delta.lines) state.lines = [...state.lines, ...delta.lines];
    if (delta.talk) state.talk = [...state.talk, ...delta.talk];
  }

  /** @param {string} what @param {unknown} detail */
  #say(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }
}
