import { expect, test } from 'vitest'
import { nameKeys, wordKeys } from './name-keys.ts'

test('names of keys come in the order of lists, whatever order they are read in', () => {
  const names = ['Key 10', 'zebra', 'Ärzte', 'Key 2']
  expect(nameKeys(names)).toBe('Ärzte, Key 2, +2')
  expect(nameKeys(names.slice(0, 2))).toBe('Key 10, zebra')
  expect(wordKeys(names)).toEqual([{ code: 'keys.more', values: { first: 'Ärzte', second: 'Key 2', count: 2 } }])
})
