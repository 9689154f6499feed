import { expect, test } from 'vitest'
import { nameOf, readContract } from '../testing/read-contract.ts'
import { acts, atOnce } from './weighty-acts.ts'
import { judgeOf } from './approval-gate.service.ts'

test('somebody has said of each act of administrators whether it may have to wait for a second one (server/src/trust/weighty-acts.ts)', async () => {
  const names = (await readContract()).filter(({ method, path }) => method !== 'GET' && path.startsWith('/admin/')).map(nameOf)
  expect(names.filter((name) => acts.has(name) === atOnce.has(name))).toEqual([])
  expect([...acts.keys(), ...atOnce].filter((name) => !names.includes(name))).toEqual([])
})

test('an act that nobody has spoken about waits, and reading never does', () => {
  expect(judgeOf('POST /admin/novelty')).toBeDefined()
  expect(judgeOf('GET /admin/novelty')).toBeUndefined()
  expect(judgeOf('POST /admin/email/config')).toBeUndefined()
})
