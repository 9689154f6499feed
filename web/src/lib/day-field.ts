/** The local day of `time`, in a date field's format. */
export function dayOf(time: number): string {
  const at = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The last second of a day as a date field gives it; undefined: there is no such day. */
export function endOfDay(date: string): string | undefined {
  const end = new Date(`${date}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}
