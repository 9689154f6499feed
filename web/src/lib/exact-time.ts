import { dateFormat } from './date-format.ts'

/** 'Nov 20, 2026, 09:12 AM'. Apart from the other ways to tell a time, since every screen has this one at once. */
export const timeText = dateFormat({ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
