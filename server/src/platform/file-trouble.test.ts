import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileTrouble } from './file-trouble.ts'

const troubleOf = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return fileTrouble(error)
  }
}

test('a file that cannot be used is said in words, and what is rare as the system says it', () => {
  const here = import.meta.filename
  expect(troubleOf(() => readFileSync('/nowhere'))).toBe('there is no such place. Mind the path')
  expect(troubleOf(() => readFileSync(`${here}/x`))).toBe('a part of the path is a file. Mind the path')
  expect(troubleOf(() => readFileSync(import.meta.dirname))).toBe('it is a folder. Name a file')
  expect(troubleOf(() => writeFileSync(here, '', { flag: 'wx' }))).toBe('it is there already. Name another file')
  expect(troubleOf(() => JSON.parse('{'))).toMatch(/JSON/)
})
