// What the house tells a page of a table. Written by scripts/wire.py from the house's own shapes: change those.

/** The first message on a connection: everything that the listener may know. */
interface Snapshot {
  type: "snapshot";
  n: number;
  version: number;
  table: About;
  state?: Record<string, unknown>;
  turn?: number | null;
  legal?: string[];
  lines?: Line[];
  earlier?: number;
  hints?: Hinted[];
  clock?: ClockNow;
  turn_opened?: boolean;
  draw_offer?: number;
  left?: number[];
  outcome?: Ended;
  talk?: Talk[];
}

/** What has changed; of the state, only the changed fields. */
interface Delta {
  type: "delta";
  n: number;
  version: number;
  table?: About;
  state?: Record<string, unknown>;
  turn?: number | null;
  legal?: string[];
  lines?: Line[];
  earlier?: number;
  hints?: Hinted[];
  clock?: ClockNow;
  turn_opened?: boolean;
  draw_offer?: number;
  left?: number[];
  outcome?: Ended;
  talk?: Talk[];
  since?: number;
  key?: string;
}

/** Who is here, as a message. */
interface Looking {
  type: "presence";
  here: number[];
  thinking: number | null;
  watchers: number;
}

/** A request was carried out. `version`: of the match after it. */
interface Accepted {
  type: "accepted";
  key: string;
  version?: number;
}

/** Why touching things does nothing; empty if there is no reason. */
interface Reason {
  type: "why";
  key: string;
  version: number;
  message: string;
}

/** A refusal as a message over a socket. `key`: of the request. */
interface Refused {
  type: "refused";
  error: string;
  message: string;
  version?: number;
  legal?: string[];
  again?: number;
  proof?: Challenge;
  ban?: Barred;
  token?: string;
  pending?: string;
  key: string;
}

/** A table itself, the same for all who may see it. */
interface About {
  id: string;
  game: string;
  title: string;
  status: "beginning" | "lobby" | "over" | "running";
  host: string;
  access: "link" | "open" | "private";
  seating: "chosen" | "joined" | "shuffled";
  clock: Control;
  absence: "bot" | "forfeit" | "move";
  rated: boolean;
  hints: boolean;
  options: Record<string, unknown>;
  settings: Record<string, unknown>;
  commitment: string;
  seal: string;
  seats: SeatNow[];
  opened: number;
  dice?: "" | "nonce" | "seal";
  asking?: Asked;
  follows?: string;
  followed?: string;
  branches?: string;
  closed?: string;
  outdated?: string;
  ratings?: RatingsChanged;
}

/** An entry of the log, as the caller may see it; `joined` to the one before in one request. */
interface Line {
  seat: number;
  words: string;
  events: (Record<string, unknown>)[];
  joined?: boolean;
}

/** A hint that was given, as a line of the log; `at`: its place among the lines, counting the hints before it. */
interface Hinted {
  at: number;
  seat: number;
  words: "hint";
  events: (Record<string, unknown>)[];
}

/** Milliseconds left to each seat, the seat whose clock runs, and the time of this reading. */
interface ClockNow {
  left: (number | null)[];
  running: number | null;
  now: number;
}

/** Places (1 is best), points and winners by seat, and why it ended. */
interface Ended {
  places: number[];
  scores: number[];
  winners: number[];
  reason: string;
  words: string;
}

/** Something that was said. */
interface Talk {
  n: number;
  at: number;
  room: "players" | "watchers";
  person: string;
  name: string;
  text: string;
}

/** What to answer with `proof`: a text for which the SHA-256 of "challenge:answer" begins with so many zero bits. */
interface Challenge {
  challenge: string;
  bits: number;
}

/** A ban of the caller. `until` is 0 for ever; `answer` is `lift` or `keep` once the host has answered the `appeal`, and `said` the answer's text; `over` is when it was lifted or expired. */
interface Barred {
  id: string;
  why: string;
  since: number;
  until: number;
  appeal: string;
  appealed: number;
  answer: string;
  said: string;
  over: number;
}

/** No clock; seconds a turn; seconds a game with an increment after each turn; days a turn; or, while a table is being opened, the game's usual one. */
interface Control {
  kind?: "days" | "game" | "move" | "none" | "usual";
  seconds?: number;
  increment?: number;
}

/** A person in a seat, a bot, or nobody. */
interface SeatNow {
  person?: string;
  name?: string;
  bot?: string;
  away?: string;
  seal?: string;
  gave?: boolean;
  number?: number;
}

/** What the others are asked to agree to. */
interface Asked {
  seat: number;
  agreed: number[];
  for: "rematch" | "undo";
}

/** What each seat had before the match, and has now. `uncounted`: why nothing has changed. */
interface RatingsChanged {
  before: number[];
  after: number[];
  uncounted?: string;
}

type Message = Snapshot | Delta | Looking | Accepted | Reason | Refused | Shown;
