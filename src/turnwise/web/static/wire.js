// The line to a table: what the house tells is taken in, and what is sent is sent until it is answered.
import { call } from "./api.js";

/** @type {Record<number, string>} */
const ENDS = { 4001: "signed_out", 4003: "gone", 4004: "gone", 401: "signed_out", 404: "gone" };
const FLOODING = 4029;
const LATER = ["unavailable", "closing", "busy", "too_many"]; // refusals after which the same may work in a moment
const PATIENCE = 8000; // ms after which a line that does not answer is taken for dead
const MATCH = ["turn", "legal", "clock", "draw_offer", "left", "outcome"]; // what every move tells anew, if there is any of it

export class Wire {
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

  /** `ears` hear `told` (a snapshot or a delta was taken in), `picture`, `presence`, `line` (connected or not any more) and `ended`
   * (there is no way back: `signed_out` or `gone`). @param {string} table @param {string} token @param {Record<string, (told: any) => void>} ears */
  constructor(table, token, ears) {
    this.table = table;
    this.token = token;
    this.ears = ears;
    const again = () => this.connected || this.open();
    /** @type {[EventTarget, string, (event: any) => unknown][]} */
    const deeds = [
      [window, "online", again],
      [window, "offline", () => this.#lost(0)],
      [window, "pagehide", () => this.#hang()],
      [window, "pageshow", ({ persisted }) => persisted && again()],
      [document, "visibilitychange", () => document.hidden || again()],
    ];
    for (const [where, what, deed] of deeds) where.addEventListener(what, deed, { signal: this.#away.signal });
    this.open();
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

  /** Ask the house for something at this table, as who looks. @param {string} method @param {string} path @param {unknown} [given] */
  ask(method, path, given) {
    return call(method, `/api/tables/${this.table}/${path}`, given, this.token);
  }

  close() {
    this.#away.abort();
    this.#hang();
  }

  /** Open the line anew, also to look with other eyes: who looks may have become somebody. */
  open() {
    this.#hang();
    const since = this.state ? `&since=${this.state.n}` : "";
    const address = `${location.origin.replace("http", "ws")}/api/tables/${this.table}/socket?drawn=1${since}`;
    const socket = (this.#socket = new WebSocket(address, this.token ? ["turnwise", `bearer.${this.token}`] : []));
    socket.onmessage = ({ data }) => socket === this.#socket && this.#take(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.#socket && this.#lost(code);
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

  async #lost(code = 0) {
    const never = !this.connected && navigator.onLine;
    this.#hang();
    this.ears.line(false);
    const wait = Math.min(8000, 250 * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.open(), code === FLOODING ? 10000 : wait);
    // A socket that never opened does not tell why.
    const why = never ? await this.ask("GET", "legal").then(() => 0, ({ status }) => status) : code;
    if (!ENDS[why] || this.connected) return;
    this.close();
    this.ears.ended(ENDS[why]);
  }

  /** @param {any} message */
  #take(message) {
    const { type, key, error } = message;
    if (!this.connected) {
      this.connected = true;
      this.#tries = 0;
      this.ears.line(true);
      this.#send();
    }
    const mine = key && key === this.#waiting?.key ? this.#waiting : null;
    if (mine && LATER.includes(error)) {
      this.#impatient = setTimeout(() => this.#send(), 1000);
      return;
    }
    if (type === "snapshot") this.state = { lines: [], talk: [], ...message };
    if (type === "delta") this.#fold(message);
    if (type === "presence") this.presence = message;
    this.ears[type === "snapshot" || type === "delta" ? "told" : type]?.(message);
    mine?.settle(type === "refused" ? message : null);
  }

  /** @param {any} delta */
  #fold({ lines, talk = [], ...rest }) {
    const { state } = this;
    // When the match has moved, what is not told is none.
    if (lines) for (const name of MATCH) delete state[name];
    Object.assign(state, rest, { lines: [...state.lines, ...(lines ?? [])], talk: [...state.talk, ...talk] });
  }
}
