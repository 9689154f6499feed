import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['Müller & Söhne', 'muller & sohne'],
  ['Mu\u0308ller', 'muller'],
  ['Große STRASSE', 'grosse strasse'],
  ['GROẞE', 'grosse'],
  ['Café', 'cafe'],
  ['Ｇｉｔ', 'git'],
  ['Łukasz Sørensen', 'lukasz sorensen'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
  ['İstanbul', 'istanbul'],
])('%j is searched as %j', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})
