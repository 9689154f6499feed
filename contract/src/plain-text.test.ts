import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['Müller & Söhne', 'muller & sohne'],
  ['Mu\u0308ller', 'muller'],
  ['Große STRASSE', 'grosse strasse'],
  ['GROẞE', 'grosse'],
  ['Café', 'cafe'],
  ['Ｇｉｔ', 'git'],
])('%j is searched as %j', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})
