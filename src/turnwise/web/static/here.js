// Several people at one device: one has the cookie, others tokens of this tab.

/** The others at a table. @returns {Local[]} */
export const others = (table = "") => JSON.parse(sessionStorage[`turnwise-here-${table}`] ?? "[]");

export const seat = (table = "", people = others()) => (sessionStorage[`turnwise-here-${table}`] = JSON.stringify(people));
