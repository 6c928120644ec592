// What every page has: light or dark, the language, music, and a menu that closes when one looks elsewhere.
import { music } from "./sound.js";

/** @param {string} name @param {string} value */
function keep(name, value) {
  document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
}

for (const name of ["theme", "language"]) {
  const select = /** @type {HTMLSelectElement | null} */ (document.getElementById(name));
  select?.addEventListener("change", () => {
    keep(name, select.value);
    if (name === "theme") dress(select.value);
    else location.reload();
  });
}

/** Light or dark; pictures in a document of their own are asked for anew. @param {string} theme */
function dress(theme) {
  document.documentElement.dataset.theme = theme;
  for (const image of document.images)
    if (image.dataset.themed !== undefined) image.src = `${image.dataset.themed}?theme=${theme}`;
}

const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".menu"));
addEventListener("pointerdown", (event) => {
  if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
});
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});

const tune = /** @type {HTMLInputElement} */ (document.getElementById("switch-music"));
tune.checked = music();
tune.onchange = () => music(tune.checked);
