import { expect, test } from 'vitest'
import { chooseLocale } from './i18n.ts'

test('the first wanted language that there is wins, by its whole tag or by its language', () => {
  expect(chooseLocale(['fr', 'pt-BR', 'en'], ['en', 'pt-BR'])).toBe('pt-BR')
  expect(chooseLocale(['de-AT', 'en'], ['en', 'de'])).toBe('de')
})

test('without a wanted language that there is, the texts are English', () => {
  expect(chooseLocale(['ja', 'fr-CA'], ['en', 'de'])).toBe('en')
  expect(chooseLocale([], ['en'])).toBe('en')
})
