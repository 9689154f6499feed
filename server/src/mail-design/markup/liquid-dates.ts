import type { Liquid } from 'liquidjs'

/** Key for the language of an e-mail during rendering, inaccessible to templates, whose names are strings. */
export const languageOfMail = Symbol('language of the mail')

/** The filter `date`: without a format, the usual format of the e-mail's language; with one, names of months and days in that language. */
export function registerDate(engine: Liquid): void {
  const anyDate = engine.filters.date
  if (typeof anyDate !== 'function') throw new TypeError('Liquid has no filter named date.')
  engine.registerFilter('date', function (value: unknown, ...how: unknown[]): unknown {
    const { [languageOfMail]: language = 'en' } = this.context.globals as { [languageOfMail]?: string }
    if (how.length === 0) return usualDate(value, language) ?? anyDate.call(this, value)
    if (language === 'en') return anyDate.call(this, value, ...how)
    const opts = { ...this.context.opts, locale: language }
    const context = Object.create(this.context, { opts: { value: opts } }) as typeof this.context
    return anyDate.call({ ...this, context }, value, ...how)
  })
}

/** The moments that events carry; the library takes half of the time that a whole template needs to find a month's name. */
function usualDate(value: unknown, language: string): string | undefined {
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
