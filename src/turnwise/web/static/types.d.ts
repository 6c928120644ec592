// What the house tells a page; docs/protocol.md has it in words. Only the type checker reads this.

export interface Thing {
  at?: string; // an SVG transform
  words?: string;
  parts?: number[]; // numbers of parts, from back to front
  trail?: true | null;
  manner?: "turns" | "tumbles" | "beats" | "blinks" | "hovers" | "crosses" | null;
  comes?: string | null; // key of the thing that a new one comes from
  over?: string; // of a new thing: the key of the one it lies over; empty: at the very back
}

export interface PictureMessage {
  type: "picture";
  version: number;
  moves: [number, string, string[]][]; // action, its words, the things to be touched one after the other
  coach: [string, Record<string, unknown>][]; // templates and what is to be filled in
  size?: [number, number]; // these and `shades`, `palette`, `ground`, `words` only if they have changed
  words?: string;
  ground?: string; // a CSS colour
  palette?: Record<string, [string, string]>; // CSS variables without the dashes: light, dark
  shades?: string; // SVG definitions
  gone: Record<string, string>; // things that left: where they went
  sounds: string[];
  parts?: Record<string, string>; // new parts by number: SVG
  things: Record<string, Thing>; // new things whole, old ones only what has changed
  lost?: string[];
  order?: string[]; // all keys from back to front, if old ones lie otherwise than before
}

export interface Event {
  event: string;
  text: string;
  [argument: string]: unknown;
}

export interface Line {
  seat: number;
  words: string;
  joined?: boolean;
  events: Event[];
}

export interface Sitter {
  person?: string;
  name?: string;
  bot?: string;
  away?: string;
}

export interface Table {
  id: string;
  game: string;
  title: string;
  status: "lobby" | "running" | "over";
  host: string;
  access: "open" | "link" | "private";
  seating: "joined" | "chosen" | "shuffled";
  clock: { kind?: string; seconds?: number; increment?: number };
  absence: string;
  rated: boolean;
  options: Record<string, unknown>;
  commitment: string;
  seats: Sitter[];
  opened: number;
  asking?: { for: "undo" | "rematch"; seat: number; agreed: number[] };
  follows?: string;
  followed?: string;
  closed?: string;
  outdated?: string;
  ratings?: { before: number[]; after: number[] };
}

export interface Talk {
  n: number;
  at: number;
  room: "players" | "watchers";
  person: string;
  name: string;
  text: string;
}

export interface Outcome {
  places: number[];
  scores: number[];
  winners: number[];
  reason: string;
  words: string;
}

export interface Clock {
  left: (number | null)[];
  running: number | null;
  now: number;
}

export interface Told {
  type: "snapshot" | "delta";
  n: number;
  version: number;
  since?: number;
  table?: Table;
  state?: Record<string, unknown>;
  turn?: number | null;
  legal?: string[];
  lines?: Line[];
  clock?: Clock;
  draw_offer?: number;
  left?: number[];
  outcome?: Outcome;
  talk?: Talk[];
  key?: string;
}

export interface Presence {
  type: "presence";
  here: number[];
  thinking: number | null;
  watchers: number;
}

export interface Accepted {
  type: "accepted";
  key: string;
  version: number;
}

export interface Refused {
  type: "refused";
  key: string;
  error: string;
  message: string;
  version?: number;
  legal?: string[];
}

export type Message = PictureMessage | Told | Presence | Accepted | Refused;

declare global {
  /** Somebody at this device; a token is kept for everybody but the one whose cookie it is. */
  interface Local {
    person: string;
    token: string;
    name: string;
  }
  /** A table as its page shows it. */
  interface Scene {
    wire: import("./wire.js").Wire;
    table: Table;
    state: any; // what the socket told: Told, folded
    here: Presence;
    told: number; // when the clocks were told
    names: string[];
    me: string; // the person who looks
    mine: number; // the seat, or -1
    host: boolean;
    draws: boolean; // whether a draw can be offered
    locals: Local[];
    pass(next: Local): void;
  }
}
