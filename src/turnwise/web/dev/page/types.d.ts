// What `turnwise dev` tells its page. Only the type checker reads this.

interface Code {
  number: number;
  text: string;
  here: boolean;
}

interface Fault {
  doing: string;
  said: string;
  file: string;
  line: number;
  code: Code[];
  trace: string;
}

interface DevOption {
  name: string;
  kind: "switch" | "choice" | "text";
  choices: (string | number)[];
  value: any;
  help: string;
}

interface DevField {
  name: string;
  home: string;
  see: "all" | "owner" | "nobody";
  value: string;
  seen?: string;
}

interface DevEntry {
  at: number;
  seat: number;
  words: string;
  told: string[];
  events: string[];
}

/** The author's table. Where the game can't be loaded, `faults` is all there is of it. */
interface DevTable {
  type: "table";
  faults?: Fault[];
  refused?: string;
  stopped?: { ply: number; seat: number; words: string; why: string } | null;
  picture?: Shown | null;
  text?: string;
  coach?: string[];
  entries?: DevEntry[];
  status?: string;
  at?: number;
  seat?: number | null;
  turn?: number | null;
  moves?: [number, string, string][];
  record?: DevField[];
  facts?: { title: string; summary: string; seats: [number, number]; bots: Texts; options: DevOption[] };
  terms: { seats: number | null; seed: number };
  note: string; // what a bot was refused
  length: number; // of the log, with what was taken back
  wanted: number; // how much of it is to be seen
  loads: number;
  sitters: string[];
  playing_on: boolean;
  folder: string;
}

interface DevAnswer {
  type: "answer";
  key: string;
  refused?: string;
  said?: string;
  faults?: Fault[];
  played?: [number, string];
}
