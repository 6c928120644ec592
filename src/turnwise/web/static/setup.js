// A table set up as one likes: who sits where, and documents of one's own.
import { deeds, house, sent } from "./deeds.js";
import { at } from "./dom.js";
import { seat } from "./here.js";

const form = at("setup");
const sitters = [...form.querySelectorAll(".seat select")];

function showSeats() {
  for (const [number, sitter] of sitters.entries()) {
    const name = sitter.nextElementSibling;
    sitter.disabled = sitter.parentElement.hidden = number >= form.elements.count.value;
    name.hidden = name.disabled = !(name.required = sitter.value === "here");
  }
  // Nobody is hurried at one screen, unless that was chosen.
  const shared = sitters.some(({ disabled, value }) => !disabled && value === "here");
  const [was, is] = shared ? ["usual", "shared"] : ["shared", "usual"];
  for (const one of form.querySelectorAll("[data-shared]")) if (one.value === one.dataset[was]) one.value = one.dataset[is];
}
addEventListener("pageshow", showSeats);

form.onchange = (/** @type {any} */ { target }) => {
  // There is one of me: a seat that I leave is for a friend.
  for (const other of sitters) if (target.value === "me" && other !== target && other.value === "me") other.value = "friend";
  showSeats();
};
// What is wrong may lie in a fold.
form.addEventListener("invalid", (/** @type {any} */ { target }) => target.closest("details")?.setAttribute("open", ""), true);

deeds.set_up = async () => {
  const { id, here } = await house.ask("POST", form.dataset.path, sent(form));
  seat(id, here);
  location.assign(`/tables/${id}`);
};
