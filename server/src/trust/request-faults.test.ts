import { approveRequest, refuseRequest } from '@twofold/contract/admin/requests'
import { resetUserPassword } from '@twofold/contract/admin/users'
import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { day, requestOf, startApprovals } from '../testing/approvals.ts'
import type { Person } from '../testing/approvals.ts'
import { testPassword } from '../testing/start-test-app.ts'

const newPassword = 'another-long-password'

async function startWaiting(names: string[]) {
  const started = await startApprovals(names)
  const ask = async (asker: Person) =>
    requestOf(await asker.call(resetUserPassword, { params: { id: started.vic }, body: { new_password: newPassword } }))
  const { app } = started
  const stateOf = async ({ id }: { id: string }) =>
    (await app.db.selectFrom('requests').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state
  const canEnter = async (password: string) => (await app.call(signIn, { body: { email: 'vic@example.org', password } })).status === 200
  return { ...started, ask, stateOf, canEnter, params: await ask(started.of('ann')) }
}

test('an approver who is demoted while the call is under way approves nothing', async () => {
  const { app, of, params, stateOf, canEnter } = await startWaiting(['ann', 'bo'])
  let answer: Promise<{ body: { code?: string } }> | undefined
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ role: 'user' }).where('email', '=', 'bo@example.org').execute()
    // The session was found before: the demotion is not committed yet, and the call waits for its row.
    answer = of('bo').call(approveRequest, { params, body: {} }) as Promise<{ body: { code?: string } }>
    await eventually(async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%people%'`.execute(
          app.db,
        )
      expect(rows).not.toEqual([])
    })
  })
  expect((await answer)?.body.code).toBe('auth.forbidden')
  expect([await stateOf(params), await canEnter(testPassword)]).toEqual(['waiting', true])
})

test('an approval and a refusal at once: one counts, and the other learns that it was decided', async () => {
  const { of, params, ask, stateOf } = await startWaiting(['ann', 'bo', 'cy'])
  let request = params
  for (let round = 0; round < 5; round += 1) {
    const [approved, refused] = await Promise.all([
      of('bo').call(approveRequest, { params: request, body: {} }),
      of('cy').call(refuseRequest, { params: request, body: { reason: 'No.' } }),
    ])
    const codes = [approved, refused].map(({ status, body }) => (status === 200 ? 'done' : (body as { code?: string }).code))
    expect(new Set(codes)).toEqual(new Set(['done', 'requests.decided']))
    expect(await stateOf(request)).toBe(approved.status === 200 ? 'carried_out' : 'refused')
    request = await ask(of('ann'))
  }
})

test('a clock that jumps ahead while two administrators are there lets nothing run by itself, and one that is put back opens no account early', async () => {
  const { app, enter, params, stateOf } = await startWaiting(['ann', 'bo'])
  app.clock.advance(3 * day)
  await app.requests.look()
  expect(await stateOf(params)).toBe('waiting')
  await (await enter('bo')).call(approveRequest, { params, body: {} })
  expect(await stateOf(params)).toBe('carried_out')
  app.clock.advance(-2 * day)
  const closed = await app.db
    .selectFrom('users')
    .where('email', '=', 'vic@example.org')
    .select('codes_closed_until')
    .executeTakeFirstOrThrow()
  expect(closed.codes_closed_until?.getTime()).toBe(app.clock.now() + 3 * day)
})
