/** '2026-11-20 22:00 UTC', for stored texts that are the same for everybody. Pages and e-mails in other languages use their own format. */
export const inUtc = (time: Date | string): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
