import { expect, test } from 'vitest'
import { findLongFunctions, findLongTests, p95Of } from './size-rules.mjs'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `  call(${index})`).join('\n')

test('a function counts from its first line to its last, and 80 lines are not too many', () => {
  expect(findLongFunctions('keys.ts', `function fits() {\n${lines(78)}\n}`)).toEqual([])
  expect(findLongFunctions('keys.ts', `const before = 1\nfunction isLong() {\n${lines(79)}\n}`)).toEqual([
    { path: 'keys.ts', line: 2, lines: 81 },
  ])
})

test('a factory counts with all that it makes, and what it makes counts by itself', () => {
  const text = `export const createKeys = (deps: Deps) => ({\n  async add() {\n${lines(80)}\n  },\n  list: () => [],\n})`
  expect(findLongFunctions('keys.ts', text).map(({ line, lines }) => [line, lines])).toEqual([
    [1, 85],
    [2, 82],
  ])
})

test('95 of 100 files are as long as said or shorter', () => {
  expect(p95Of(Array.from({ length: 100 }, (_, index) => 100 - index))).toBe(95)
  expect(p95Of([7])).toBe(7)
})

test('a file of tests has 300 lines at most', () => {
  expect(findLongTests([['keys.test.ts', `${lines(300)}\n`]])).toEqual([])
  expect(findLongTests([['keys.test.ts', `${lines(301)}\n`]])).toEqual([expect.stringContaining('keys.test.ts has 301 lines')])
})
