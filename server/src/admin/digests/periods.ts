export type DigestKind = 'digest.weekly' | 'digest.monthly' | 'digest.security'

/** Whole days of the server's time zone. */
export interface Period {
  /** The first and the last day, `2026-11-16`. */
  begins: string
  ends: string
  from: Date
  until: Date
}

const hourMs = 60 * 60 * 1000
const sendHour = 8

/** A digest that is a day late is skipped: it would be outdated. */
const lateMs = 24 * hourMs

/** Period of the digest due now: the past week on Mondays, the past month on the 1st, from 08:00 in the server's time zone. */
export function duePeriod(kind: DigestKind, now: number): Period | undefined {
  const today = new Date(now)
  const [year, month] = [today.getFullYear(), today.getMonth()]
  const isMonthly = kind === 'digest.monthly'
  const day = isMonthly ? 1 : today.getDate() - ((today.getDay() + 6) % 7)
  const due = new Date(year, month, day, sendHour).getTime()
  if (now < due || now >= due + lateMs) return undefined
  const from = isMonthly ? new Date(year, month - 1, 1) : new Date(year, month, day - 7)
  return { begins: dateOf(from), ends: dateOf(new Date(year, month, day - 1)), from, until: new Date(year, month, day) }
}

const dateOf = (time: Date) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
