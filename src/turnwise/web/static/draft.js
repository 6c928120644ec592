// A document that somebody is making, with every step to be taken back and done again.

/** `changed` hears that another step stands; `typed`: into a field that shows it already. @type {Drafted} */
export function drafted(doc, changed) {
  const self = { doc, at: 0, steps: [JSON.stringify(doc)], change, go };
  return self;

  /** Take a step. @param {(doc: Doc) => void} deed */
  function change(deed, typed = false) {
    const next = structuredClone(self.doc);
    deed(next);
    const step = JSON.stringify(next);
    if (step === self.steps[self.at]) return;
    self.steps.splice(self.at + 1, Infinity, step);
    go(1, typed);
  }

  /** So many steps on, or back. */
  function go(by = 1, typed = false) {
    if (!self.steps[self.at + by]) return;
    self.at += by;
    self.doc = JSON.parse(self.steps[self.at]);
    changed(typed);
  }
}
