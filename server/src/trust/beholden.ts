/** Milliseconds for which administrators cannot approve requests of the one who created or promoted them. */
export const beholdenFor = 30 * 24 * 60 * 60 * 1000
