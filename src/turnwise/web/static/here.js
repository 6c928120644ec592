// Several people at one device: one has the cookie, the others tokens that this tab keeps.

/** The others at a table. @returns {Local[]} */
export const others = (table = "") => JSON.parse(sessionStorage.getItem(`turnwise-here-${table}`) ?? "[]");

export const seat = (table = "", people = others()) => sessionStorage.setItem(`turnwise-here-${table}`, JSON.stringify(people));
