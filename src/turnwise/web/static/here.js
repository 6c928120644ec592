// Several people at one device. Whoever opened the page has the cookie; the others have tokens that this tab keeps.
import { call } from "./api.js";

const shelf = (/** @type {string} */ table) => `turnwise-here-${table}`;

/** The others at this device. @param {string} table @returns {Local[]} */
export const others = (table) => JSON.parse(sessionStorage.getItem(shelf(table)) ?? "[]");

/** They play on at another table, as after a rematch. @param {string} table @param {string} next */
export const follow = (table, next) => sessionStorage.setItem(shelf(next), JSON.stringify(others(table)));

/** Let another person at this device sit down. @param {string} table @param {string} name @param {number} [seat] where seats are chosen */
export async function addHere(table, name, seat) {
  const { person, token } = await call("POST", "/api/guests", { name });
  await call("POST", `/api/tables/${table}/seats`, { seat }, token);
  sessionStorage.setItem(shelf(table), JSON.stringify([...others(table), { person: person.id, token, name }]));
}
