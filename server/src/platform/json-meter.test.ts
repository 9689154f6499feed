import { expect, test } from 'vitest'
import { createJsonMeter, parseCounted, TooManyParts } from './json-meter.ts'

const few = { values: 20, fields: 4, items: 5, depth: 3 }

/** Whether the text is taken, in one piece and byte by byte. */
function takes(text: string): boolean {
  const verdicts = [[Buffer.from(text)], [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))].map((chunks) => {
    const meter = createJsonMeter(few)
    try {
      for (const chunk of chunks) meter.push(chunk)
      return true
    } catch (error) {
      if (error instanceof TooManyParts) return false
      throw error
    }
  })
  expect(verdicts[0]).toBe(verdicts[1])
  return verdicts[0] === true
}

test.each([
  ['as many items as allowed', '[1,2,3,4,5]', true],
  ['one item more', '[1,2,3,4,5,6]', false],
  ['as many fields as allowed', '{"a":1,"b":2,"c":3,"d":4}', true],
  ['one field more', '{"a":1,"b":2,"c":3,"d":4,"e":5}', false],
  ['as deep as allowed', '[[[1]]]', true],
  ['one level deeper', '[[[[1]]]]', false],
  ['many lists that are short', '[[1,1,1,1],[1,1,1,1],[1,1,1,1],[1,1,1,1]]', false],
  ['empty ones', '[[],[],[],[]]', true],
  ['commas and brackets inside a text', '"[,{,[,{,[,{,[,{"', true],
  ['a text that ends in a backslash', String.raw`["\\",1,2,3,4]`, true],
  ['quotes inside a text', String.raw`["\",\",\",\",\",\",\",\",\","]`, true],
  ['what follows such a text', String.raw`["\\",1,2,3,4,5]`, false],
  ['brackets that close nothing', ']]]]}}}[1]', true],
  ['no JSON, but very many commas', ','.repeat(100), false],
])('%s', (_, text, isTaken) => {
  expect(takes(text)).toBe(isTaken)
})

test('text from outside that is no JSON, or has too many parts, is undefined', () => {
  expect(parseCounted('{"a":[1,2]}', few)).toEqual({ a: [1, 2] })
  expect(parseCounted('{"a":', few)).toBeUndefined()
  expect(parseCounted('['.repeat(100_000), few)).toBeUndefined()
  expect([parseCounted('[1,2,3,4,5]', few), parseCounted('[1,2,3,4,5,6]', few)]).toEqual([[1, 2, 3, 4, 5], undefined])
})

const many = { values: 1000, fields: 100, items: 100, depth: 5 }

test.each([
  ['[1,2,3]', 4],
  ['[[],{}]', 5],
  ['1', 1],
])('%s may be counted as %i values, and is refused where there may be fewer', (text, values) => {
  const count = (most: number) => {
    const meter = createJsonMeter({ ...many, values: most })
    meter.push(Buffer.from(text))
    return meter.values()
  }
  expect(count(values)).toBe(values)
  if (values > 1) expect(() => count(values - 1)).toThrow(TooManyParts)
})

test('fields and items of what is closed do not count for what comes after it', () => {
  expect(takes('{"a":[1,2,3,4,5],"b":[1,2,3,4,5],"c":1}')).toBe(true)
  expect(takes('[{"a":1,"b":2,"c":3,"d":4},1,2,3,4]')).toBe(true)
  expect(takes('[[1,2],[3],5,6,7,8]')).toBe(false)
})

/** The same, however the text arrives. */
function topArraysOf(text: string, batchBytes: number) {
  const all = createJsonMeter(many, { batchBytes })
  all.push(Buffer.from(text))
  const byByte = createJsonMeter(many, { batchBytes })
  for (const byte of Buffer.from(text)) byByte.push(Uint8Array.of(byte))
  expect(byByte.topArrays()).toEqual(all.topArrays())
  return all.topArrays()
}

test('arrays of an object at the top are noted, with where they can be cut', () => {
  const text = '{"a":[1,22,[3,4],5],"b":{"c":[1,2]},"d":[],"e":[1'
  const behind = (mark: string) => text.indexOf(mark) + mark.length
  expect(topArraysOf(text, 1)).toEqual([
    { start: behind('"a":['), end: text.indexOf('],"b"'), cuts: [behind('[1'), behind('22'), behind('[3,4]')] },
    { start: behind('"d":['), end: text.indexOf('],"e"'), cuts: [] },
    { start: behind('"e":['), end: -1, cuts: [] },
  ])
  // A batch has at least so many bytes.
  expect(topArraysOf(text, 4)[0]?.cuts).toEqual([behind('22'), behind('[3,4]')])
  expect(topArraysOf(text, 5)[0]?.cuts).toEqual([behind('[3,4]')])
})

test('no others are noted, and none unless asked', () => {
  expect(topArraysOf('[[1,2],[3]]', 1)).toEqual([])
  expect(topArraysOf('{"a":[1,2]}', 0)).toEqual([])
})

test('an item of such an array has no more bytes than the largest piece, nor has all that stands outside of them', () => {
  const takesPieces = (largestPiece: number, text: string) => {
    try {
      createJsonMeter(many, { batchBytes: 1, largestPiece }).push(Buffer.from(text))
      return true
    } catch (error) {
      if (error instanceof TooManyParts) return false
      throw error
    }
  }
  const smallest = (text: string) => Array.from({ length: 40 }, (_, size) => size).find((size) => takesPieces(size, text))
  expect(smallest('{"":[12345678,1]}')).toBe('12345678'.length)
  expect(smallest('{"":[1,12345678]}')).toBe('12345678'.length)
  expect(smallest('{"":["never end')).toBe('"never end'.length)
  expect(smallest('{"a long name":[')).toBe('{"a long name":['.length)
  expect(smallest('{"":[1],"":[1],"":[')).toBe('{"":[],"":[],"":['.length)
  expect(smallest('{"":[1],"and what follows"')).toBe('{"":[],"and what follows"'.length)
})
