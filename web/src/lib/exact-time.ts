import { dateFormat } from './date-format.ts'

/** 'Nov 20, 2026, 9:12 AM'. Apart from the other ways to tell a time, since every screen has this one at once. */
export const timeText = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

const dayText = dateFormat({ dateStyle: 'medium' })
const clockText = dateFormat({ timeStyle: 'short' })

/** An end: its day, and today its time. */
export const endText = (at: string): string => (new Date(at).toDateString() === new Date().toDateString() ? clockText(at) : dayText(at))
