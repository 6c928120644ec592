// A document that somebody is making, with every step to be taken back and done again.

/** @typedef {{name: string, positions: any[], connections: string[][], packs?: Record<string, any>}} Doc */

export class Draft {
  at = 0;

  /** @param {Doc} doc @param {(typed?: boolean) => void} changed hears that another step stands; `typed`: into a field that shows it already */
  constructor(doc, changed) {
    this.doc = doc;
    this.changed = changed;
    this.steps = [JSON.stringify(doc)];
  }

  /** Take a step. @param {(doc: Doc) => void} deed */
  change(deed, typed = false) {
    const doc = structuredClone(this.doc);
    deed(doc);
    const step = JSON.stringify(doc);
    if (step === this.steps[this.at]) return;
    this.steps.splice(this.at + 1, Infinity, step);
    this.go(1, typed);
  }

  /** So many steps on, or back. */
  go(by = 1, typed = false) {
    if (!this.steps[this.at + by]) return;
    this.at += by;
    this.doc = JSON.parse(this.steps[this.at]);
    this.changed(typed);
  }
}
