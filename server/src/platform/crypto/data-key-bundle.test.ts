import { expect, test } from 'vitest'
import { formatDataKeys, makeDataKey, parseDataKeys, toDataKeyRing } from './data-key-bundle.ts'

const first = makeDataKey()
const second = { ...makeDataKey(0x0102), isActive: false }

test('a new key is 32 random bytes of version 1, and written with', () => {
  expect(first).toMatchObject({ version: 1, isActive: true })
  expect(first.key).toHaveLength(32)
  expect(first.key.equals(makeDataKey().key)).toBe(false)
})

test('one key of version 1 is its 32 bytes, as it always was', () => {
  expect(formatDataKeys([first])).toEqual(first.key)
  expect(parseDataKeys(first.key)).toEqual([first])
})

test.each([
  ['two keys', [first, second]],
  ['one of a later version', [{ ...first, version: 0xff_ff }]],
  ['one that is not written with yet', [{ ...first, isActive: false }]],
])('%s are what they were after they were stored: 35 bytes each', (_what, entries) => {
  const bytes = formatDataKeys(entries)
  expect(bytes).toHaveLength(35 * entries.length)
  expect(parseDataKeys(bytes)).toEqual(entries)
})

test('version, state and key stand in this order', () => {
  expect(formatDataKeys([first, second])).toEqual(Buffer.concat([Buffer.from([0, 1, 1]), first.key, Buffer.from([1, 2, 0]), second.key]))
})

test.each([0, 1, 31, 33, 34, 36, 64, 71])('%i bytes are no data key', (size) => {
  expect(() => parseDataKeys(Buffer.alloc(size))).toThrow(RangeError)
})

test('the newest of the active keys is written with, and all of them open', () => {
  const third = { ...makeDataKey(3), isActive: true }
  const ring = toDataKeyRing([third, first, second])
  expect([ring.newest, [...ring.keys.keys()].toSorted((a, b) => a - b)]).toEqual([3, [1, 3, 0x0102]])
  expect(ring.keys.get(1)?.export()).toEqual(first.key)
  expect(() => toDataKeyRing([second])).toThrow(RangeError)
  expect(() => toDataKeyRing([])).toThrow(RangeError)
})
