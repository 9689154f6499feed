import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../process.mjs'
import { modules } from './modules.ts'

test('every file and every test that mutants are made of and tried by is there', () => {
  const named = modules.flatMap(({ files, tests }) => [...files, ...tests])
  expect(named.filter((name) => !existsSync(root + name))).toEqual([])
  expect(modules.filter(({ files, tests }) => files.length === 0 || tests.length === 0)).toEqual([])
})
