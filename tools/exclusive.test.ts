import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { exclusively } from './exclusive.mjs'

let file: string

beforeEach(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'twofold-exclusive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  file = path.join(folder, 'below', 'lock')
})

test('two commands at once do their work one after the other', async () => {
  const steps: string[] = []
  const work = (name: string) =>
    exclusively(file, async () => {
      steps.push(`${name} begins`)
      await new Promise(setImmediate)
      steps.push(`${name} ends`)
    })
  await Promise.all([work('a'), work('b'), work('c')])
  const names = steps.map((step) => step[0])
  expect(steps).toHaveLength(6)
  for (let index = 0; index < 6; index += 2) expect(names[index]).toBe(names[index + 1])
})

test('the lock is gone after work that failed', async () => {
  await expect(exclusively(file, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network')
  await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' })
})

test.each([
  ['of a process that died', 2 ** 22 + 1, 0],
  ['without a sign of life', process.pid, 60],
])('a lock %s is taken over', async (_, pid, seconds) => {
  await exclusively(file, async () => {}) // makes the folder
  await writeFile(file, String(pid))
  const then = new Date(Date.now() - seconds * 1000)
  await utimes(file, then, then)
  expect(await Promise.all([exclusively(file, async () => 1), exclusively(file, async () => 2)])).toEqual([1, 2])
})
