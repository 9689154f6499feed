/** The line of a text that a place in it is on. @param {string} text @param {number} index */
export const lineOf = (text, index) => text.slice(0, index).split('\n').length
