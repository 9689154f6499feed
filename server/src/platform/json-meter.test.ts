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
})
