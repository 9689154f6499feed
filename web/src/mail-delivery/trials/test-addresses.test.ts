import { expect, test } from 'vitest'
import { withAddress } from './test-addresses.ts'

test('a reused address moves to the top, whatever its case', () => {
  expect(withAddress(['b@example.org', 'a@example.org'], 'A@example.org')).toEqual(['A@example.org', 'b@example.org'])
})

test('ten addresses are kept, the latest first', () => {
  const ten = Array.from({ length: 10 }, (_, index) => `${index}@example.org`)
  const kept = withAddress(ten, 'new@example.org')
  expect(kept).toHaveLength(10)
  expect(kept[0]).toBe('new@example.org')
  expect(kept).not.toContain('9@example.org')
})
