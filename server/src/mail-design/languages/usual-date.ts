/** The moments that events carry; the library takes half of the time that a whole template needs to find a month's name. */
export function usualDate(value: unknown, language: string): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(value)) return undefined
  const time = new Date(value)
  if (Number.isNaN(time.getTime())) return undefined
  if (language !== 'en') return `${formatIn(language).format(time)} UTC`
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${value.slice(0, 4)}, ${value.slice(11, 16)} UTC`
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** Bounded by the number of template languages. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(language: string): Intl.DateTimeFormat {
  const format = formats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  formats.set(language, format)
  return format
}
