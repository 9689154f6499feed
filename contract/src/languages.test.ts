import { expect, test } from 'vitest'
import { acceptedLanguage, bestLanguage } from './languages.ts'

test('a language is the wanted one, else the same without its country, else none', () => {
  expect(bestLanguage('pt-BR', ['pt', 'pt-BR'])).toBe('pt-BR')
  expect(bestLanguage('pt-BR', ['pt', 'de'])).toBe('pt')
  expect(bestLanguage('pt', ['pt-BR'])).toBeUndefined()
  expect(bestLanguage(null, ['de'])).toBeUndefined()
})

test('the language that a browser ranks highest is chosen from those there are, and never one that it refuses', () => {
  expect(acceptedLanguage('fr;q=0.5, de-CH;q=0.8, en', ['de', 'fr'])).toBe('de')
  expect(acceptedLanguage('de;q=0, fr', ['de', 'fr'])).toBe('fr')
  expect(acceptedLanguage('en-GB,en', ['de'])).toBeUndefined()
  expect(acceptedLanguage(undefined, ['de'])).toBeUndefined()
  expect(acceptedLanguage(';;q=x,,', ['de'])).toBeUndefined()
})
