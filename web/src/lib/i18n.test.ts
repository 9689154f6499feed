import { expect, test } from 'vitest'
import { chooseLocale, formatLocales, locales } from './i18n.ts'

test('the first wanted language that there is wins, by its whole tag or by its language', () => {
  expect(chooseLocale(['fr', 'pt-BR', 'en'], ['en', 'pt-BR'])).toBe('pt-BR')
  expect(chooseLocale(['de-AT', 'en'], ['en', 'de'])).toBe('de')
})

test('without a wanted language that there is, the texts are English', () => {
  expect(chooseLocale(['ja', 'fr-CA'], ['en', 'de'])).toBe('en')
  expect(chooseLocale([], ['en'])).toBe('en')
})

test('dates and numbers are written as in the country that the browser names for the language of the page', () => {
  const written = (locale: string, wanted: string[]) =>
    new Intl.DateTimeFormat(formatLocales(locale, wanted), { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 5))
  expect(written('en', ['en-US', 'en'])).toBe('Jan 5, 2026')
  expect(written('en', ['de-DE', 'en-GB'])).toBe('5 Jan 2026')
  expect(written('de', ['de-AT'])).toBe('05.01.2026')
  expect(written('de', ['en-GB'])).toBe('05.01.2026')
})

test('a language tag that is none, such as Chromium’s name of the locale C, is passed over', () => {
  expect(formatLocales('en', ['en-US@posix', 'en_GB', 'en-GB', ''])).toEqual(['en-GB', 'en'])
})

test('each file of a language is one that can be chosen', () => {
  expect(locales).toEqual(['de', 'en'])
})
