// What every page has: light or dark, the language, switches and a menu.
import { call } from "./api.js";
import "./deeds.js";
import { all, at, on, show } from "./dom.js";
import "./sound.js"; // it waits for the first touch

for (const name of ["theme", "language"])
  at(name).onchange = () => {
    const { value } = at(name);
    document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
    if (name === "language") return location.reload();
    document.documentElement.dataset.theme = value;
    // Pictures in a document of their own are asked for anew.
    for (const image of all("img[data-themed]")) image.src = `${image.dataset.themed}?theme=${value}`;
  };

for (const box of all("[data-switch]")) {
  box.checked = on(box.dataset.switch, box.defaultChecked);
  box.addEventListener("change", () => localStorage.setItem(box.dataset.switch, box.checked ? "on" : "off"));
}
const music = () => on("music", false) && import("./music.js").then(({ strum }) => strum());
at("switch-music").onchange = music;
music();

// The holiday of the reader's own day.
const today = at("today");
if (today) call("GET", today.dataset.path + new Date().toLocaleDateString("sv")).then((said) => show("today", said), () => {});

const menu = at("menu");
addEventListener("pointerdown", ({ target }) => (menu.open &&= menu.contains(target)));
menu.onkeydown = (/** @type {KeyboardEvent} */ { key }) => {
  if (key !== "Escape") return;
  menu.open = false;
  menu.firstElementChild.focus();
};
