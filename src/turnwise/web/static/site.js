// What every page has: light or dark, and the language.

/** @param {string} name @param {string} value */
function keep(name, value) {
  document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
}

for (const name of ["theme", "language"]) {
  const select = /** @type {HTMLSelectElement | null} */ (document.getElementById(name));
  select?.addEventListener("change", () => {
    keep(name, select.value);
    if (name === "theme") document.documentElement.dataset.theme = select.value;
    else location.reload();
  });
}
