// Pictures as the house tells them to a page (the rest is in told.d.ts), and what the page's modules hand each other.
// Only the type checker reads this; it holds for all modules.

interface Thing {
  at?: string; // a CSS transform
  words?: string;
  parts?: number[]; // numbers of parts, from back to front
  trail?: true | null;
  manner?: "turns" | "tumbles" | "beats" | "blinks" | "hovers" | "crosses" | null;
  comes?: string | null; // key of the thing that a new one comes from
  by?: string[] | null; // where it passed on its way
  preview?: string | null; // key of the thing whose touch it shows beforehand
  over?: string; // of a new thing: the key of the one it lies over; empty: at the very back
}

interface Shown {
  type: "picture";
  version: number;
  whole?: true; // everything of everything is told; else what is different from the picture before
  moves: [number, string, string[]][]; // action, or below 0 a gesture; its words, the things to be touched one after the other; one for each way
  coach: string[];
  log: LogLine[]; // what is new in the log; not in a replay
  earlier?: number; // the page has no log yet, or another: `log` is all it shows, and so many lines are before it
  undo?: boolean; // whether one can take something back; not in a replay
  undrawn?: true; // the house could not draw: nothing but the moves is told
  size?: [number, number]; // these and `shades`, `palette`, `ground`, `words`, `still` only if they have changed
  words?: string;
  ground?: string; // a CSS colour
  palette?: Record<string, [string, string]>; // CSS variables without the dashes: light, dark
  shades?: string; // SVG definitions
  seats?: [string, string][]; // the colour of each seat, light and dark, where it may change; only if it has
  first?: number; // the first card that is shown of a hand with more cards than there is room for
  still?: boolean; // it changes at once
  board?: number[]; // where it lies: its middle, half of its width and height; like `drops` only if it has changed
  drops?: Record<string, string>; // things that may be dragged to another instead of being touched
  gone: Record<string, string>; // things that left: where they went
  sounds: string[];
  parts?: Record<string, string | (string | number)[]>; // new parts by number: SVG, or pieces of it and numbers of parts
  things: Record<string, Thing>; // new things whole, old ones only what has changed
  lost?: string[];
  order?: string[]; // all keys from back to front, if old ones lie otherwise than before
}

/** An entry of the log: each sentence with the seat and the event that it tells of. */
interface LogLine {
  said: [string, number, string][];
  listed?: true; // it is one of those that a game lists
}

/** An entry of the log as a moment of the past tells it. */
interface PastLine {
  joined?: boolean;
  told: string[];
}

/** What a button, a form or a menu does (`data-do`), by name. */
type Deeds = Record<string, (one: any) => unknown>;

/** Somebody at this device; a token is kept for everybody but the one whose cookie it is. */
interface Local {
  person: string;
  token: string;
}

/** A table as its page shows it. */
interface Scene {
  wire: Wire;
  table: About;
  state: any; // what the socket told: snapshots and deltas, folded
  here: Looking;
  told: number; // when the clocks were told
  names: string[];
  me: string; // the person who looks
  mine: number; // the seat, or -1
  host: boolean;
  free: number; // seats
  draws: boolean; // whether a draw can be offered
  locals: (Local & { seat: number })[];
}

type Moves = Shown["moves"];

/** What is pressed, typed into or pointed at is an element. */
interface EventTarget {
  closest(selector: string): any;
  matches: any; // of a query it is a fact
}

interface SVGGElement {
  cloneNode(deep?: boolean): SVGGElement;
}

/** A new element with its attributes; of a picture: `svg:g`. */
type Make = (tag: string, facts?: Facts, ...inner: (Node | string | false)[]) => any;
/** Shows pictures one after the other. Tells "changing" before each, and "shown" when it stands. */
type DrawnIn = (svg: SVGSVGElement, settings?: Wishes) => Drawn;
type Dim = (picture: Drawn, live: string[]) => void;
type Touching = (picture: Drawn, svg: SVGSVGElement, hooks: Hooks) => Hands;
/** `ears` hear `told` (a snapshot or a delta was taken in), `line` (connected or not), `ended` (`signed_out` or `gone`) and messages
 * by their type. */
type LineTo = (table: string, token: string, ears: Ears, size: () => { width: number; height: number }) => Wire;
/** Do something, and again if the house has no time for it just now; meanwhile it says so. */
type Patiently = (deed: () => any, tries?: number) => Promise<any>;
/** Do something, and say if it fails: in its form, if any. */
type Attempt = (deed: () => any, form?: HTMLFormElement | null) => Promise<any>;
/** The keys of the things that elements belong to. */
type KeysOf = (elements: any[]) => string[];
/** The middle of a thing, around its own origin or where it stands. */
type Middle = (g: SVGGElement, place?: string) => DOMPoint;
/** The key that costs least, if any has a price. */
type Best = (keys: string[], cost: Cost) => string | undefined;
type Ground = (svg: SVGSVGElement, draft: Draft, kinds: any[], chosen: () => void) => Field; // `chosen` is told when another place is

type Texts = Record<string, string>;
type Facts = Record<string, any>;
type Ears = Record<string, (told: any) => void>;
/** Where keys lead: right and down. */
type Ways = Record<string, [number, number]>;
type Cost = (key: string) => number;

/** How things move. */
type Run = (g: SVGGElement, frames: PropertyIndexedKeyframes, time?: number, how?: KeyframeAnimationOptions) => void;
type Glide = (g: SVGGElement, from: string, to: string, by?: string[]) => void; // `by`: places on the way
type Swap = (thing: Kept, from: string, face: string, how: Manners[""]) => void; // `face`: the old one
type Come = (thing: Kept, there: DOMPoint | undefined, direction: PlaybackDirection) => void;

/** Of each manner: how long it takes, and what the old face and the new one do around their middle. */
type Manners = Record<string, { time: number; old: string[]; now: string[] }>;

/** What a browser wants of pictures. */
interface Wishes {
  motion(): boolean;
  sound(name: string): void;
}

/** A picture that waits to be shown. */
interface Waiting {
  message: Shown;
  stands: () => void;
  since: number;
}

/** A thing in the page; `face` is what is drawn of it. */
interface Kept extends Thing {
  g: SVGGElement;
  at: string;
  face: string;
}

/** The drawn table. */
interface Drawn extends EventTarget {
  version: number;
  moves: Moves;
  drops: Texts;
  board: number[];
  things: Map<string, Kept>;
  held: Map<string, string>; // where things were let go of: they glide from there with the next picture
  moving(): boolean; // whether anything may move
  element(key?: string): SVGGElement | undefined;
  apply(message: Shown): Promise<void>; // show a picture; done when it stands
  skip(): boolean; // all that moves or waits stands at once; whether anything did
}

/** What a picture brings. */
interface Change {
  pace: number; // 1, less if others wait, 0: nothing moves
  things: Map<string, Kept>;
  old: Map<Kept, { from: string; face: string; led: boolean }>; // of what changed: where it was seen, its face, whether a hand led it
  fresh: Set<Kept>;
  left: Map<string, Kept>;
  light: boolean; // whether colours change
  message: Shown;
}

/** A pointer that is down. */
interface Press {
  id: number;
  x: number;
  y: number;
  key: string; // what it pressed
  led: string[]; // what a trail passed
  ghost?: SVGGElement; // what is dragged
  goal?: string; // where that may be dropped instead of being touched
}

/** What hands may do now. */
interface Hands {
  /** What may be done now. What was begun goes on. */
  open(moves: Moves): void;
  /** The moves that can still follow, or that are listed. */
  choices(): { action: number; words: string }[];
  /** Make a move without touching. */
  choose(action: number): void;
  badge(badge: string, action?: unknown): void; // mark what a move touches, and nothing else
}

/** The line to a table. */
interface Wire {
  state: any; // what is known of the table
  presence: any;
  /** Act, or without actions gesture; the refusal, if it is one. */
  act(actions: unknown[], version: number): Promise<any>;
  /** Ask the house for something at this table, as who looks. */
  ask(method?: string, path?: string, given?: Facts): Promise<any>;
  /** Why nothing comes of touching things, if anybody can say. */
  why(keys: string[], version: number): Promise<string>;
  close(): void;
  /** Open the line anew: who looks may have become somebody. */
  open(): void;
  /** The window has another size. */
  look(first?: number): boolean;
}

interface Hooks {
  /** Whether the house took it. `led`: the moves to all places that were passed on a trail, the last one included. */
  act(action: number, led: number[]): Promise<boolean>;
  tell(sentence: string, place?: { clientX: number; clientY: number }): void; // without one where a pointer was down
  /** Why nothing comes of touching these one after the other; empty if nobody can say. */
  why(keys: string[]): Promise<string>;
  lists: boolean; // whether all moves are listed before anything is touched
  /** Other moves may follow. */
  changed?(): void;
}

/** A board in the workshop. */
interface Doc {
  name: string;
  author?: string;
  positions: any[];
  connections: string[][];
  packs?: Record<string, any>;
}

/** The ground of the workshop. */
interface Field {
  chosen: number;
  joining: boolean;
  scale: number;
  marked: number[];
  draw(by?: number): void;
  choose(i?: number): void;
  join(on?: boolean): void;
  remove(): void;
}

interface Draft {
  doc: Doc;
  at: number; // which of the steps stands
  steps: string[];
  change(deed: (doc: Doc) => void, typed?: boolean): void;
  go(by?: number, typed?: boolean): void;
}
