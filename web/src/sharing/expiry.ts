/** When access ends by itself, as people choose it. */
export type ExpiryChoice = 'never' | '1' | '7' | '30' | 'date'

const day = 24 * 60 * 60 * 1000

/** The moment that was chosen; null: never. A `date`, as a date field gives it, is meant with all of its day here. Undefined: none was chosen yet. */
export function expiryTime(choice: ExpiryChoice, date: string, now: number): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return new Date(now + Number(choice) * day).toISOString()
  const end = new Date(`${date}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}

/** As a date field wants it: the day of `time` here. */
export function dayOf(time: number): string {
  const at = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
