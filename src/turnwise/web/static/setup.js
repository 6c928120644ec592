// A table set up as one likes: who sits where, the game's options, clock and door.
import { Refusal, get, post, somebody } from "./api.js";
import { at } from "./dom.js";
import { addHere } from "./here.js";
import { t } from "./words.js";

const form = at("setup"), wrong = at("wrong"), button = at("go"), count = at("seats");
const game = form.dataset.game;

// Who sits where.

/** @type {HTMLSelectElement[]} */
const sitters = [...form.querySelectorAll("[data-seat]")];
/** @type {HTMLInputElement[]} */
const names = [...form.querySelectorAll("[data-name]")];
const there = () => sitters.slice(0, Number(count.value)).map((sitter) => sitter.value);

function showSeats() {
  const who = there();
  sitters.forEach((sitter, seat) => {
    sitter.parentElement?.toggleAttribute("hidden", seat >= who.length);
    names[seat].hidden = !(names[seat].required = who[seat] === "here");
  });
  button.textContent = t(who.includes("friend") ? "setup_open" : "setup_start");
}
count.addEventListener("change", showSeats);
for (const sitter of sitters)
  sitter.addEventListener("change", () => {
    // There is one of me: a seat that I leave is for a friend.
    for (const other of sitters) if (sitter.value === "me" && other !== sitter && other.value === "me") other.value = "friend";
    showSeats();
  });
addEventListener("pageshow", showSeats);

// Documents: the usual one, one that is kept in the house, or one's own.

for (const place of form.querySelectorAll(".document")) {
  const select = place.querySelector("select");
  select.addEventListener("change", () => (place.querySelector(".own").hidden = select.value !== "own"));
  place.querySelector("input").addEventListener("change", async (/** @type {any} */ { target }) => {
    if (target.files[0]) place.querySelector("textarea").value = await target.files[0].text();
  });
  if (form.dataset.workshop && document.documentElement.dataset.me)
    get(`/api/boards?game=${game}`).then((kept) => select.append(...kept.map((/** @type {any} */ one) => new Option(one.title, one.id))), () => {});
}

/** @param {any} place @returns {Promise<unknown>} what was chosen, as data; nothing for the usual one */
async function documentAt(place) {
  const { value } = place.querySelector("select");
  if (!value) return undefined;
  if (value !== "own") return (await get(`/api/boards/${value}`)).document;
  try {
    return JSON.parse(place.querySelector("textarea").value);
  } catch {
    throw new Refusal(0, { message: t("setup_not_json") });
  }
}

// The table.

async function options() {
  /** @type {Record<string, unknown>} */
  const chosen = {};
  for (const field of form.querySelectorAll("[data-option]"))
    chosen[field.dataset.option] = field.type === "checkbox" ? field.checked : field.type === "number" ? Number(field.value) : field.value;
  for (const place of form.querySelectorAll(".document")) chosen[place.dataset.document] = await documentAt(place);
  return chosen;
}

async function open() {
  const { clock, rated, ...terms } = Object.fromEntries(new FormData(form));
  const [kind, seconds, increment] = String(clock).split(" ");
  const who = there();
  if (terms.access === "private" && who.includes("here")) throw new Refusal(0, { message: t("setup_private") });
  await somebody();
  const { id } = await post("/api/tables", {
    ...terms,
    game,
    seats: who.length,
    options: await options(),
    clock: { kind, seconds: Number(seconds), increment: Number(increment) },
    rated: rated !== undefined,
    sit: false,
  });
  for (const [seat, sitter] of who.entries())
    if (sitter === "me") await post(`/api/tables/${id}/seats`, { seat });
    else if (sitter === "here") await addHere(id, names[seat].value, seat);
    else if (sitter !== "friend") await post(`/api/tables/${id}/bots`, { bot: sitter, seat });
  if (!who.includes("friend")) await post(`/api/tables/${id}/start`);
  location.assign(`/tables/${id}`);
}

form.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  wrong.hidden = button.disabled = true;
  try {
    await open();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    wrong.textContent = error.message;
    wrong.hidden = false;
  } finally {
    button.disabled = false;
  }
});
// What is wrong may lie in a fold.
form.addEventListener("invalid", (/** @type {any} */ { target }) => target.closest("details")?.setAttribute("open", ""), true);
