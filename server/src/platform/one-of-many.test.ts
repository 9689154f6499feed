import { expect, test } from 'vitest'
import { fail } from './fail.ts'
import type { Log } from './log.ts'
import { createOneOfMany } from './one-of-many.ts'

function start() {
  const logged: object[] = []
  const oneOfMany = createOneOfMany({ error: (about: object) => logged.push(about) } as unknown as Log)
  return { logged, run: (act: () => Promise<{ ok: true }>) => oneOfMany({ id: 1 }, act) }
}

const done = async () => ({ ok: true as const })
const broken = (error: Error) => async () => {
  throw error
}

test('the refusal of one leaves the next one to its own outcome, and a fault is logged without being told', async () => {
  const { run, logged } = start()
  const fault = new Error('secret')
  const outcomes = [await run(broken(fail('email.not_resendable'))), await run(broken(fault)), await run(done)]
  expect(outcomes.map((one) => (one.ok ? 'done' : one.said.message[0]?.code))).toEqual(['email.not_resendable', 'server.failed', 'done'])
  expect(JSON.stringify(outcomes)).not.toContain('secret')
  expect(logged).toEqual([{ err: fault, id: 1 }])
})

test('once the database is unavailable the rest is skipped', async () => {
  const { run } = start()
  let acts = 0
  await run(broken(fail('server.unavailable')))
  const skipped = await run(async () => {
    acts += 1
    return { ok: true }
  })
  expect([acts, skipped.ok]).toEqual([0, false])
})
