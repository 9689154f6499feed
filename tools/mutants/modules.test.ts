import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../process.mjs'
import { equivalents } from './equivalent.ts'
import { modules } from './modules.ts'

test('every file and every test that mutants are made of and tried by is there', () => {
  const named = modules.flatMap(({ files, tests }) => [...files, ...tests])
  expect(named.filter((name) => !existsSync(root + name))).toEqual([])
  expect(modules.filter(({ files, tests }) => files.length === 0 || tests.length === 0)).toEqual([])
})

test('the list of unnoticeable changes names lines that are there, in files that mutants are made of', () => {
  const files = new Set(modules.flatMap((module) => module.files))
  const stale = equivalents.filter(
    ({ file, line }) =>
      !files.has(file) ||
      !readFileSync(root + file, 'utf8')
        .split('\n')
        .some((one) => one.trim() === line),
  )
  expect(stale.map(({ file, line }) => `${file}: ${line}`)).toEqual([])
})
