// A link from another device brings its code along; only a click uses it up.
import { at } from "./dom.js";

if (location.hash.length > 1) {
  at("take-over").elements.code.value = location.hash.slice(1);
  at("typed").hidden = true;
  history.replaceState(null, "", location.pathname);
}
addEventListener("hashchange", () => location.reload());
