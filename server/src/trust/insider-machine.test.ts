import { expect, test } from 'vitest'
import { startAccomplices } from '../testing/insider-accomplices.ts'
import { tryInsider } from '../testing/insider-machine.ts'
import { started } from '../testing/insiders.ts'

test('one administrator with two accounts reaches nothing of Ann’s before the waiting time, in 160 random acts', async () => {
  let opened = 0
  for (const seed of [1, 2]) opened += (await tryInsider(seed, 80)).opened
  // They did get into her account, or this would show nothing.
  expect(opened).toBeGreaterThan(2)
}, 240_000)

test('the probe of the random acts sees Ann’s key, if it is Ann who acts', async () => {
  const acts = [
    'makes a token of their own for Ann',
    'makes a token of Ann’s service account',
    'makes Ann’s token anew',
    'shares with a service account of their own',
    'lets the second account manage Ann’s service account',
  ]
  const app = await started()
  const others = await startAccomplices(app, { admin: () => app.admin, session: () => app.ann, mail: { isRead: false } })
  for (const act of acts) {
    expect([act, await others.seen()]).toEqual([act, []])
    await others.tries[act]?.()
    expect([act, (await others.seen()).length > 0]).toEqual([act, true])
    others.forgetTokens()
  }
})
