import { approveRequest, endRequest, getRequest, resumeRequest } from '@twofold/contract/admin/requests'
import { bulkUsers } from '@twofold/contract/admin/users'
import { expect, onTestFinished, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { idOf, requestOf, startApprovals } from '../testing/approvals.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { createRequestsRepository } from './requests.repository.ts'
import { demoteAnn } from '../testing/demote-ann.ts'

const minutes = 60_000

/** Ann asked to make three people administrators, Bo agreed, and it hangs at the second one for longer than somebody who is still there would. */
async function cutOff() {
  const office = await startApprovals(['ann', 'bo', 'cy'])
  const { app, of } = office
  const names = ['one', 'two', 'three']
  for (const name of names) await app.signUp(`${name}@example.org`, name)
  const ids = await Promise.all(names.map((name) => idOf(app, name)))
  const params = requestOf(await of('ann').call(bulkUsers, { body: { ids, action: 'promote' } }))
  const rolesOf = async () => {
    const rows = await app.db.selectFrom('users').where('id', 'in', ids).select(['id', 'role']).execute()
    return ids.map((id) => rows.find((row) => row.id === id)?.role)
  }
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holding = app.db.transaction().execute(async (db) => {
    await db
      .updateTable('users')
      .set({ updated_at: new Date() })
      .where('id', '=', ids[1] ?? '')
      .execute()
    begun.resolve()
    await held.promise
  })
  await begun.promise
  const answer = of('bo').call(approveRequest, { params, body: {} })
  await expect.poll(() => countWaiting(app.db)).toBe(1)
  onTestFinished(() => held.resolve())
  const stateOf = async () => (await (await office.enter('bo')).call(getRequest, { params })).body.request
  app.clock.advance(5 * minutes - 1)
  await app.requests.look()
  // Read from the table: a sign-in takes longer than a statement may wait for the lock.
  expect(await app.db.selectFrom('requests').select('state').execute()).toEqual([{ state: 'running' }])
  app.clock.advance(1)
  await app.requests.look()
  held.resolve()
  await holding
  expect((await answer).status).toBe(200)
  return { ...office, params, rolesOf, stateOf }
}

test('an act on many that was cut off says how far it came, the node that held it up does no more, and it is continued', async () => {
  const { app, enter, params, rolesOf, stateOf } = await cutOff()
  expect(await stateOf()).toMatchObject({ state: 'interrupted', decided_by: 'bo', outcome: '1 of 3 done. Not done: two, three.' })
  expect(await rolesOf()).toEqual(['admin', 'user', 'user'])

  const resumed = await (await enter('cy')).call(resumeRequest, { params })
  expect(resumed.body).toMatchObject({ message: '2 of 2 done.', request: { state: 'carried_out', decided_by: 'bo' } })
  expect(await rolesOf()).toEqual(['admin', 'admin', 'admin'])
  // How far it came is in the e-mail about the interruption, and no longer in the one that says it is carried out.
  const mailed = (await eventsOf(app, 'admin.request.changed')).map(({ data }) => [data['request.state'], data['request.reason']])
  expect(mailed).toContainEqual(['was cut off midway', '1 of 3 done. Not done: two, three.'])
  expect(mailed.filter(([state]) => state === 'carried out').map(([, reason]) => reason)).toEqual(['', ''])
  expect((await (await enter('cy')).call(resumeRequest, { params })).body.code).toBe('requests.not_interrupted')
  const { sealed } = await app.db.selectFrom('requests').where('id', '=', params.id).select('sealed').executeTakeFirstOrThrow()
  expect(sealed).toBeNull()
})

test('an act on many whose asker is demoted midway has failed, says how far it came and why, and nobody can continue it', async () => {
  const { app, of } = await startApprovals(['ann', 'bo'])
  const names = ['one', 'two', 'three']
  for (const name of names) await app.signUp(`${name}@example.org`, name)
  const ids = await Promise.all(names.map((name) => idOf(app, name)))
  const params = requestOf(await of('ann').call(bulkUsers, { body: { ids, action: 'promote' } }))
  // With the first of them, Ann is demoted.
  await demoteAnn(app, { after: 'role on users', when: "new.email = 'one@example.org'" })
  const { message, request } = (await of('bo').call(approveRequest, { params, body: {} })).body
  const text = '1 of 3 done. Not done: two, three. The person who asked is no longer an active administrator.'
  expect(message).toBe(`Approved, but it could not be carried out: ${text}`)
  expect(request).toMatchObject({ state: 'failed', decided_by: 'bo', outcome: text })
  expect((await of('bo').call(resumeRequest, { params })).body.code).toBe('requests.not_interrupted')
  const acts = await app.db.selectFrom('audit_log').where('action', 'like', 'request.%').select('action').orderBy('id').execute()
  expect(acts.map(({ action }) => action)).toEqual(['request.asked', 'request.approved', 'request.carried_out', 'request.failed'])
})

test('an act on many that was cut off and has lost its asker fails with what was done before', async () => {
  const { app, enter, params } = await cutOff()
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', 'ann@example.org').execute()
  const { message } = (await (await enter('cy')).call(resumeRequest, { params })).body
  expect(message).toBe('1 of 3 done. Not done: two, three. The person who asked is no longer an active administrator.')
})

test('an act on many that was cut off is ended as it is, by hand or when its time is over', async () => {
  const { app, enter, params, rolesOf, stateOf } = await cutOff()
  expect((await (await enter('cy')).call(endRequest, { params })).body).toMatchObject({
    message: 'The request is ended. What was done stays done.',
    request: { state: 'failed', decided_by: 'cy', outcome: '1 of 3 done. Not done: two, three.' },
  })
  await app.requests.look()
  expect(await rolesOf()).toEqual(['admin', 'user', 'user'])
  expect((await (await enter('cy')).call(endRequest, { params })).body.code).toBe('requests.not_interrupted')

  await app.db.updateTable('requests').set({ state: 'interrupted', sealed: 'x', expires_at: app.clock.date() }).execute()
  await app.requests.look()
  expect(await stateOf()).toMatchObject({ state: 'failed', outcome: '1 of 3 done. Not done: two, three.' })
})

test.each([
  ['activate', ['off']],
  ['deactivate', ['boss', 'on']],
  ['promote', ['off', 'on']],
  ['demote', ['boss']],
  ['delete', ['boss', 'off', 'on']],
])('an act on many that %ss leaves %j to do', async (action, left) => {
  const { app, of } = await startApprovals(['ann', 'bo'])
  const names = ['boss', 'off', 'on', 'gone']
  for (const name of names) await app.signUp(`${name}@example.org`, name)
  const [boss = '', off = '', on = '', gone = ''] = await Promise.all(names.map((name) => idOf(app, name)))
  const params = requestOf(await of('ann').call(bulkUsers, { body: { ids: [boss, off, on, gone], action: 'promote' } }))
  const change = (id: string, to: object) => app.db.updateTable('users').set(to).where('id', '=', id).execute()
  await Promise.all([change(boss, { role: 'admin' }), change(off, { is_active: false }), change(gone, { deleted_at: new Date() })])
  await app.db
    .updateTable('requests')
    .set({ detail: JSON.stringify({ action }) })
    .execute()
  const found = await createRequestsRepository(app.db).listLeft(params.id)
  expect(found.map(({ name }) => name).toSorted()).toEqual(left)
})

test('an act on many that could do nothing has failed, and says for which people and why', async () => {
  const { app, of } = await startApprovals(['ann', 'bo'])
  await app.signUp('one@example.org', 'one')
  const id = await idOf(app, 'one')
  const params = requestOf(await of('ann').call(bulkUsers, { body: { ids: [id], action: 'promote' } }))
  await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  const { message, said, request } = (await of('bo').call(approveRequest, { params, body: {} })).body
  const outcome = [
    { code: 'acts.done', values: { done: 0, all: 1 } },
    { code: 'request.not_for', values: { name: 'one' } },
    { code: 'users.not_found' },
  ]
  const text = '0 of 1 done. one: The requested user could not be loaded.'
  expect(request).toMatchObject({ state: 'failed', outcome: text, said: { outcome } })
  expect([message, said.message]).toEqual([`Approved, but it could not be carried out: ${text}`, [{ code: 'request.failed' }, ...outcome]])
})
