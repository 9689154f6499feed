import { expect, test } from 'vitest'
import { checkMarkup } from './check-markup.ts'

test('elements that nobody closes are looked at however deep they nest', () => {
  expect(checkMarkup(`${'<div>'.repeat(40_000)}<img src="x.png">`).map(({ kind }) => kind)).toEqual(['alt_text'])
})

test('problems of the markup are listed in its order', () => {
  const html = '<table><tr><td><a href="">x</a></td></tr></table><template><img src="y.svg" alt=""></template><a href="#">z</a>'
  expect(checkMarkup(html).map(({ kind, column }) => [kind, column])).toEqual([
    ['empty_link', 16],
    ['gmail', 60],
    ['empty_link', 95],
  ])
})
