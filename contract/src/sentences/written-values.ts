import type { Wording } from '../said.ts'

/** Formats numbers and times in a language. */
export interface Writer {
  number: (value: number, options?: { minimumFractionDigits: number }) => string
  /** In UTC. */
  date: (value: string, options: { dateStyle: 'medium'; timeStyle?: 'short'; timeZone: 'UTC' }) => string
}

/** Values of a sentence as its reader's language writes them; `count` stays a number, since the form of a word depends on it. */
export const valuesWritten = (values: NonNullable<Wording['values']>, writer: Writer) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueWritten(name, value, writer)]))

function valueWritten(name: string, value: string | number, writer: Writer): string | number {
  if (typeof value === 'number') return name === 'count' ? value : writer.number(value)
  return inPlace(name, value, writer)
}

/** Formats values that the server wrote in English form: '21.8', '2026-11-20' and '2026-11-20 22:00 UTC'. */
function inPlace(name: string, value: string, writer: Writer): string {
  const [, fraction] = /^\d+\.(\d+)$/.exec(value) ?? []
  if (name !== 'version' && fraction !== undefined) return writer.number(Number(value), { minimumFractionDigits: fraction.length })
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d) UTC)?$/.exec(value) ?? []
  if (day === undefined) return value
  if (clock === undefined) return writer.date(day, { dateStyle: 'medium', timeZone: 'UTC' })
  return `${writer.date(`${day}T${clock}Z`, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
