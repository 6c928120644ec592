// What the drawn table's modules hand each other. Only the type checker reads this.
import type { PictureMessage, Thing } from "./types";

export type Moves = PictureMessage["moves"];

/** A thing in the page; `face` is what is drawn of it. */
export interface Kept extends Thing {
  g: SVGGElement;
  at: string;
  face: string;
}

/** What a picture brings. */
export interface Change {
  pace: number; // 1, less if others wait, 0: nothing moves
  things: Map<string, Kept>;
  old: Map<Kept, { from: string; face: string }>; // of what changed: where it was seen, and its face
  fresh: Set<Kept>;
  left: Map<string, Kept>;
  light: boolean; // whether colours change
  message: PictureMessage;
}

/** A pointer that is down. */
export interface Press {
  id: number;
  x: number;
  y: number;
  key?: string; // what it pressed
  over?: string; // what is under it now
  led: string[]; // what a trail passed
  ghost?: SVGGElement; // what is dragged
}

export interface Hooks {
  /** Whether the house took it. `led`: the moves to all places that were passed on a trail, the last one included. */
  act(action: number, led: number[]): Promise<boolean>;
  tell(sentence: string): void;
  done?(): void;
}
