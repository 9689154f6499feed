import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

const family = '👨‍👩‍👧'

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  [`ab${family}c`, 2 + family.length, `ab${family}`],
  [`ab${family}c`, 1 + family.length, 'ab'],
  ['ne\u0301e', 2, 'n'],
  ['a🇩🇪', 3, 'a'],
  ['می\u200Cخواهم', 3, 'می'],
  ['', 0, ''],
])('%o is cut after %d', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut)
})

test('marks piled on one letter are cut between them, and never inside a surrogate pair', () => {
  expect(cutText(`a${'\u0301'.repeat(500)}`, 300)).toHaveLength(300)
  expect(cutText(`a${'\u{1E944}'.repeat(500)}`, 300)).toHaveLength(299)
})

test('a cut text is whole wherever it is cut, and at most as long as asked', () => {
  const text = `a😀${family}e\u0301🇩🇪b\u200dक्षि`.repeat(9)
  for (let max = 0; max <= text.length; max += 1) {
    const cut = cutText(text, max)
    expect([cut.isWellFormed(), cut.length <= max, text.startsWith(cut)]).toEqual([true, true, true])
    expect(max - cut.length).toBeLessThan(20)
  }
})
