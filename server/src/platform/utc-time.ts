/** '2026-11-20 22:00 UTC': in texts that are stored, and the same for everybody. A page or an e-mail in another language writes it its own way. */
export const inUtc = (time: Date | string): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
