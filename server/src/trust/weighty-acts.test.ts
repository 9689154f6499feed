import { expect, test } from 'vitest'
import { nameOf, readContract } from '../testing/read-contract.ts'
import { acts, agreements, atOnce } from './weighty-acts.ts'
import { judgeOf } from './approval-gate.service.ts'

test('somebody has said of each act of administrators whether it may have to wait for a second one (server/src/trust/weighty-acts.ts)', async () => {
  const names = (await readContract()).filter(({ method, path }) => method !== 'GET' && path.startsWith('/admin/')).map(nameOf)
  const lists = [acts, atOnce, agreements]
  expect(names.filter((name) => lists.filter((list) => list.has(name)).length !== 1)).toEqual([])
  expect(lists.flatMap((list) => [...list.keys()]).filter((name) => !names.includes(name))).toEqual([])
})

test('an act that nobody has spoken about waits, and reading never does', () => {
  expect(judgeOf('POST /admin/novelty')).toBeDefined()
  expect(judgeOf('GET /admin/novelty')).toBeUndefined()
  expect(judgeOf('POST /admin/email/config')).toBeUndefined()
})
