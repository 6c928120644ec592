// What is pressed before the page's modules run is done once they do.
{
  /** @type {Set<any>} */
  const pressed = new Set();
  /** @type {any} */
  const tags = { click: "button", submit: "form" };
  const hold = (/** @type {any} */ event) => {
    const one = event.target.closest(`${tags[event.type]}[data-do]`);
    if (!one) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.add(one);
  };
  for (const kind in tags) addEventListener(kind, hold, true);
  addEventListener("DOMContentLoaded", () => {
    for (const kind in tags) removeEventListener(kind, hold, true);
    for (const one of pressed) one.tagName === "FORM" ? one.requestSubmit() : one.click();
  });
}
