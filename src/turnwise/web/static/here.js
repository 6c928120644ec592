// Several people at one device. Whoever opened the page has the cookie; the others have tokens that this tab keeps.

/** The others at this device. @param {string} table @returns {Local[]} */
export const others = (table) => JSON.parse(sessionStorage.getItem(`turnwise-here-${table}`) ?? "[]");

/** They play at a table. @param {string} table @param {Local[]} people */
export const seat = (table, people) => sessionStorage.setItem(`turnwise-here-${table}`, JSON.stringify(people));
