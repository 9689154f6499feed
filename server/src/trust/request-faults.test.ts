import { approveRequest, refuseRequest, resumeRequest } from '@twofold/contract/admin/requests'
import { resetUserPassword } from '@twofold/contract/admin/users'
import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { day, type Person, requestOf, startApprovals } from '../testing/approvals.ts'
import { testPassword } from '../testing/start-test-app.ts'
import { demoteAnn } from '../testing/demote-ann.ts'

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

/** Bo approves while a demotion of `name` has happened and is not committed yet: the call waits for their row. */
async function approveDuringDemotion({ app, of, params }: Awaited<ReturnType<typeof startWaiting>>, name: string) {
  let answer: Promise<{ body: { code?: string } }> | undefined
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ role: 'user' }).where('email', '=', `${name}@example.org`).execute()
    // The session was found before.
    answer = of('bo').call(approveRequest, { params, body: {} }) as Promise<{ body: { code?: string } }>
    await eventually(async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%people%'`.execute(
          app.db,
        )
      expect(rows).not.toEqual([])
    })
  })
  return (await answer)?.body
}

test('an approver who is demoted while the call is under way approves nothing', async () => {
  const started = await startWaiting(['ann', 'bo'])
  expect(await approveDuringDemotion(started, 'bo')).toMatchObject({ code: 'auth.no_longer_administrator' })
  expect([await started.stateOf(started.params), await started.canEnter(testPassword)]).toEqual(['waiting', true])
})

test('a request of somebody who is demoted while it is approved ends, and nothing is carried out', async () => {
  const started = await startWaiting(['ann', 'bo'])
  expect(await approveDuringDemotion(started, 'ann')).toMatchObject({
    request: { state: 'failed', decided_by: 'bo', said: { outcome: [{ code: 'requests.asker_gone' }] } },
  })
  expect([await started.stateOf(started.params), await started.canEnter(testPassword)]).toEqual(['failed', true])
  const acts = await started.app.db.selectFrom('audit_log').where('action', 'like', 'request.%').select('action').orderBy('id').execute()
  expect(acts.map(({ action }) => action)).toEqual(['request.asked', 'request.approved', 'request.failed'])
})

test('an act refused because its asker is demoted between the approval and the act says so to those who read it', async () => {
  const { app, of, params, canEnter } = await startWaiting(['ann', 'bo'])
  await demoteAnn(app, { after: 'state on requests', when: "new.state = 'approved'" })
  const { message, request } = (await of('bo').call(approveRequest, { params, body: {} })).body
  expect(message).toBe('Approved, but it could not be carried out: The person who asked is no longer an active administrator.')
  expect([request.state, await canEnter(testPassword)]).toEqual(['failed', true])
})

test('a call that finds a request decided waits for no person that its act may hold, so that neither waits for the other', async () => {
  const { app, of, params } = await startWaiting(['ann', 'bo'])
  await app.db.transaction().execute(async (act) => {
    await act.selectFrom('users').select('id').where('email', 'in', ['ann@example.org', 'bo@example.org']).forUpdate().execute()
    await app.db.updateTable('requests').set({ state: 'approved' }).execute()
    expect((await of('bo').call(approveRequest, { params, body: {} })).body).toMatchObject({ code: 'requests.decided' })
    await app.db.updateTable('requests').set({ state: 'running' }).execute()
    expect((await of('bo').call(resumeRequest, { params })).body).toMatchObject({ code: 'requests.not_interrupted' })
  })
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
