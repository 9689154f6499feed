import { endOfDay } from '../../lib/day-field.ts'

export type ExpiryChoice = 'never' | 'hour' | '1' | '7' | '30' | 'date'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** The moment that was chosen; null: never. A `date`, as a date field gives it, is meant with all of its day here. Undefined: none was chosen yet. */
export function expiryTime(choice: ExpiryChoice, date: string, now: number): string | null | undefined {
  if (choice === 'never') return null
  if (choice === 'hour') return new Date(now + hour).toISOString()
  if (choice !== 'date') return new Date(now + Number(choice) * day).toISOString()
  return endOfDay(date)
}
