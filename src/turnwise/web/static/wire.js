// The line to a table: what the house tells is taken in, and what is sent is sent until it is answered.
import { call } from "./api.js";

const ENDS = { 4001: "signed_out", 4003: "gone", 4004: "gone", 401: "signed_out", 404: "gone" };
const FLOODING = 4029;
const LATER = ["unavailable", "closing", "busy", "too_many"]; // refusals after which the same may work in a moment
const PATIENCE = 8000; // ms after which a line that does not answer is taken for dead

/** Tells `told` (a snapshot or a delta was taken in), `picture`, `presence`, `line` (connected or not any more) and `ended`
 * (there is no way back: `signed_out` or `gone`), each with its `detail`. */
export class Wire extends EventTarget {
  /** What is known of the table; nothing before the first snapshot. @type {any} */
  state = null;
  /** @type {any} */ presence = { here: [], thinking: null, watchers: 0 };
  connected = false;
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {any} */ #waiting = null;
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
    const again = () => this.connected || this.#open();
    /** @type {[EventTarget, string, (event: any) => unknown][]} */
    const deeds = [
      [window, "online", again],
      [window, "offline", () => this.#lost(0)],
      [window, "pagehide", () => this.#hang()],
      [window, "pageshow", ({ persisted }) => persisted && again()],
      [document, "visibilitychange", () => document.hidden || again()],
    ];
    for (const [where, what, deed] of deeds) where.addEventListener(what, deed, { signal: this.#away.signal });
    this.#open();
  }

  /** Act. Nothing, when it is done; else the refusal. @param {unknown[]} actions @param {number} version that was seen @returns {Promise<any>} */
  async act(actions, version) {
    if (this.#waiting) return { message: "" };
    const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const no = await new Promise((settle) => {
      this.#waiting = { type: "act", actions, version, key, settle };
      this.#send();
    });
    this.#waiting = null;
    clearTimeout(this.#impatient);
    return no;
  }

  /** @param {string} room @param {string} text */
  talk(room, text) {
    return this.ask("POST", "chat", { room, text });
  }

  /** Ask the house for something at this table, as who looks. @param {string} method @param {string} path @param {unknown} [body] */
  ask(method, path, body = method === "POST" ? {} : undefined) {
    return call(method, `/api/tables/${this.table}/${path}`, body, this.token);
  }

  /** Look with other eyes: who looks has become somebody. */
  reopen() {
    this.#open();
  }

  close() {
    this.#away.abort();
    this.#hang();
  }

  /** What waits is sent, also once more: the house finds the key. */
  #send() {
    if (!this.#waiting || !this.connected) return;
    this.#socket?.send(JSON.stringify({ ...this.#waiting, settle: undefined }));
    clearTimeout(this.#impatient);
    this.#impatient = setTimeout(() => this.#lost(0), PATIENCE);
  }

  #hang() {
    clearTimeout(this.#timer);
    clearTimeout(this.#impatient);
    this.connected = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open() {
    this.#hang();
    const since = this.state ? `&since=${this.state.n}` : "";
    const address = `/api/tables/${this.table}/socket?${this.drawn ? "drawn=1" : ""}${since}`;
    const socket = new WebSocket(location.origin.replace("http", "ws") + address, this.token ? ["turnwise", `bearer.${this.token}`] : []);
    this.#socket = socket;
    socket.onmessage = ({ data }) => socket === this.#socket && this.#take(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.#socket && this.#lost(code);
  }

  /** @param {number} code */
  async #lost(code) {
    const never = !this.connected && navigator.onLine;
    this.#hang();
    this.#say("line", false);
    const wait = Math.min(8000, 250 * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#open(), code === FLOODING ? 10000 : wait);
    // A socket that never opened does not tell why.
    const why = never ? await this.ask("GET", "legal").then(() => 0, ({ status }) => status) : code;
    if (!(why in ENDS) || this.connected) return;
    this.close();
    this.#say("ended", ENDS[/** @type {keyof typeof ENDS} */ (why)]);
  }

  /** @param {any} message */
  #take(message) {
    const { type } = message;
    if (!this.connected) {
      this.connected = true;
      this.#tries = 0;
      this.#say("line", true);
      this.#send();
    }
    const mine = this.#waiting && message.key === this.#waiting.key ? this.#waiting : null;
    if (mine && LATER.includes(message.error)) {
      this.#impatient = setTimeout(() => this.#send(), 1000);
      return;
    }
    if (type === "snapshot") this.state = { lines: [], talk: [], ...message };
    if (type === "delta") this.#fold(message);
    if (type === "presence") this.presence = message;
    this.#say(type === "snapshot" || type === "delta" ? "told" : type, message);
    mine?.settle(type === "refused" ? message : null);
  }

  /** @param {any} delta */
  #fold(delta) {
    const { state } = this;
    const { lines = [], talk = [], ...rest } = delta;
    // When the match has moved, what is not told is none.
    if (delta.lines) for (const name of ["turn", "legal", "clock", "draw_offer", "left", "outcome"]) delete state[name];
    Object.assign(state, rest, { lines: [...state.lines, ...lines], talk: [...state.talk, ...talk] });
  }

  /** @param {string} what @param {unknown} detail */
  #say(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }
}
