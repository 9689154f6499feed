import { revokeShare } from '@twofold/contract/sharing/grants'
import { approveTake } from '@twofold/contract/takes'
import { expect, test } from 'vitest'
import { makeToken } from '../machines/testing/make-token.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { startApprovals, windowStart } from './testing/start-approvals.ts'
import { idOfAccount } from '../testing/account-row.ts'

const shared = shareApp((options) => startTestApp({ now: windowStart + 2_000, ...options }))

/** Tokens of workloads, each of the run that is named. */
const runsOf =
  ({ app, account, owner }: Awaited<ReturnType<typeof startApprovals>>) =>
  async (run: string, maker = owner) => {
    const token = await makeToken(app, { kind: 'wid', owner: account.id, scopes: ['codes:take'], created_by: maker })
    const verified = JSON.stringify({ url: null, claims: { run_id: run } })
    await app.db.updateTable('access_tokens').set({ run: verified }).where('id', '=', token.id).execute()
    return token
  }

test('one approval counts for the same verified run on this key for an hour, and for no other run', async () => {
  const started = await startApprovals(shared(), { approval: 'per_run' })
  const { app, ann, ask } = started
  const ofRun = runsOf(started)
  const first = await ask(await ofRun('7'))
  await ann.call(approveTake, { params: { id: first.id }, body: { number: first.approval?.number ?? 0 } })
  expect((await ask(await ofRun('7'))).approval).toBe(undefined)
  expect((await ask(await ofRun('8'))).state).toBe('awaiting_approval')
  app.clock.advance(3_600_001)
  expect((await ask(await ofRun('7'))).state).toBe('awaiting_approval')
})

test('an approval counts for its run no longer than its giver may approve', async () => {
  const started = await startApprovals(shared(), { approval: 'per_run' })
  const { app, ann, bo, boShare, params, ask } = started
  const ofRun = runsOf(started)
  for (const ended of ['closed', 'revoked']) {
    const first = await ask(await ofRun(ended))
    await bo.call(approveTake, { params: { id: first.id }, body: { number: first.approval?.number ?? 0 } })
    expect((await ask(await ofRun(ended))).approval).toBe(undefined)
    const close = (until: Date | null) =>
      app.db.updateTable('users').set({ codes_closed_until: until }).where('email', '=', bo.email).execute()
    if (ended === 'closed') await close(new Date(app.clock.now() + 60_000))
    else await ann.call(revokeShare, { params: { ...params, share_id: boShare } })
    expect([ended, (await ask(await ofRun(ended))).state]).toEqual([ended, 'awaiting_approval'])
    await close(null)
  }
})

test('with four eyes an approval counts for no token that its giver made, though it is of the same run', async () => {
  const started = await startApprovals(shared(), { approval: 'per_run', four_eyes: true })
  const { app, bo, ask } = started
  const ofRun = runsOf(started)
  const first = await ask(await ofRun('7'))
  await bo.call(approveTake, { params: { id: first.id }, body: { number: first.approval?.number ?? 0 } })
  expect((await ask(await ofRun('7'))).approval).toBe(undefined)
  expect((await ask(await ofRun('7', await idOfAccount(app, bo.email)))).state).toBe('awaiting_approval')
})

test('a take that was approved and waits for its turn gets no code once its approver has lost the key', async () => {
  const { app, ann, bo, boShare, params, svc, ask, look, holding } = await startApprovals(shared())
  for (const person of [ann, bo]) {
    const asked = await ask(svc)
    await person.call(approveTake, { params: { id: asked.id }, body: { number: asked.approval?.number ?? 0 } })
    if (person === ann) expect((await look(svc, asked.id)).take.state).toBe('handed')
    else {
      const waits = look(svc, asked.id, 50)
      await holding()
      await ann.call(revokeShare, { params: { ...params, share_id: boShare } })
      app.clock.set(windowStart + 30_000)
      expect((await waits).code).toBe('keys.not_found')
    }
  }
})
