// What every page has: light or dark, the language and switches.
import { call } from "./api.js";
import "./deeds.js";
import { all, at, on, show } from "./dom.js";
import "./sound.js"; // it waits for the first touch

for (const one of all("#theme, #language"))
  one.onchange = () => {
    const { id, value } = one;
    document.cookie = `${id}=${value};path=/;max-age=31536000;samesite=lax`;
    if (id === "language") return location.reload();
    document.documentElement.dataset.theme = value;
    // Pictures in a document of their own are asked for anew.
    for (const image of all("img[data-themed]")) image.src = `${image.dataset.themed}?theme=${value}`;
  };

for (const box of all("[data-switch]")) {
  box.checked = on(box.dataset.switch, box.defaultChecked);
  box.addEventListener("change", () => (localStorage[box.dataset.switch] = box.checked ? "on" : "off"));
}
const music = () => on("music", false) && import("./music.js").then(({ strum }) => strum());
at("switch-music").onchange = music;
music();

// The holiday of the reader's own day.
const today = at("today");
if (today) call("GET", today.dataset.path + new Date().toLocaleDateString("sv")).then((said) => show("today", said), () => {});
