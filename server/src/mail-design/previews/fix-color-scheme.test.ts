import { expect, test } from 'vitest'
import { inScheme } from './fix-color-scheme.ts'

const mail = `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>@media (prefers-color-scheme:dark){p{color:white}}@media screen and ( prefers-color-scheme : light ){p{color:black}}</style>`

test('in dark mode the rules for dark always apply, and those for light never', () => {
  const html = inScheme(mail, 'dark')
  expect(html).toContain('@media (min-width:0){p{color:white}}')
  expect(html).toContain('@media screen and (max-width:0){p{color:black}}')
  expect(html).toContain('<meta name="color-scheme" content="dark"><meta name="supported-color-schemes" content="dark">')
})

test('in light mode it is the other way round', () => {
  const html = inScheme(mail, 'light')
  expect(html).toContain('@media (max-width:0){p{color:white}}')
  expect(html).toContain('<meta name="color-scheme" content="light">')
})

test('an e-mail that knows no dark mode, and an unknown scheme, change nothing', () => {
  const plain = '<meta name="color-scheme" content="light"><p>Hello</p>'
  expect(inScheme(plain, 'dark')).toBe(plain)
  expect(inScheme(mail, ['dark'])).toBe(mail)
})
