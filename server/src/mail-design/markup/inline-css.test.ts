import { expect, test } from 'vitest'
import { inlineCss } from './inline-css.ts'

/** An e-mail with `rules` rules of one selector and one declaration each, and `paragraphs` paragraphs. */
const mailOf = (rules: number, paragraphs: number, declaration = 'color:red') => {
  const sheet = Array.from({ length: rules }, (_, index) => `.a${index}{${declaration}}`).join('')
  return `<html><head><style>${sheet}</style></head><body>${'<p class="a0">x</p>'.repeat(paragraphs)}</body></html>`
}

test('rules times elements are bounded: an e-mail beyond that is refused with the reason, before the inliner begins', () => {
  expect(inlineCss(mailOf(500, 990))).toContain('color: red')
  expect(() => inlineCss(mailOf(500, 1000))).toThrow('The style sheet is too large: 500 declarations for 1004 elements.')
})

test('declarations are bounded, however few elements there are', () => {
  expect(inlineCss(mailOf(1500, 1))).toContain('color: red')
  expect(() => inlineCss(mailOf(1501, 1))).toThrow('The style sheet is too large: 1501 declarations for 5 elements.')
})

test('a short e-mail that becomes long with its styles is refused', () => {
  const long = `font-family:${'a'.repeat(2000)}`
  expect(() => inlineCss(mailOf(1, 2000, long))).toThrow('The e-mail becomes too long with its styles.')
})
