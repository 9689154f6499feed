import type { Liquid } from 'liquidjs'
import { usualDate } from '../languages/usual-date.ts'

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
