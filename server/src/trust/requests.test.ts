import {
  approveRequest,
  explainRequest,
  getRequest,
  listOwnRequests,
  listRequests,
  refuseRequest,
  stopRequest,
  withdrawRequest,
} from '@twofold/contract/admin/requests'
import { bulkUsers, createUser, deleteUser, resetUserPassword, resetUserPin, updateUser } from '@twofold/contract/admin/users'
import { getSettings } from '@twofold/contract/admin/settings'
import { expect, test } from 'vitest'
import { eventsOf } from '../testing/queued-events.ts'
import { testPassword } from '../testing/start-test-app.ts'
import { day, idOf, requestOf, startApprovals } from '../testing/approvals.ts'
import { newPassword, canEnter, askForPassword, stateOf } from './testing/ask-for-password.ts'

test('an act on somebody who has a key waits for a second administrator, who carries it out by agreeing', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  const params = await askForPassword(of('ann'), vic)
  expect(await canEnter(app, 'vic', testPassword)).toBe(true)
  await of('ann').call(explainRequest, { params, body: { reason: 'Vic forgot it.' } })
  const { body } = await of('bo').call(getRequest, { params })
  expect(body).toMatchObject({
    request: { act: 'set_password', state: 'waiting', reason: 'Vic forgot it.', runs_at: null, impact: { keys: 1, sessions: 2 } },
    cannot_approve: null,
  })
  expect(JSON.stringify(await app.db.selectFrom('requests').selectAll().execute())).not.toContain(newPassword)

  expect((await of('bo').call(approveRequest, { params, body: {} })).body).toMatchObject({
    message: 'Approved and carried out.',
    request: {
      state: 'carried_out',
      decided_by: 'bo',
      outcome: 'Password reset successfully. User will need to log in again.',
      said: { outcome: [{ code: 'user.password_reset' }] },
    },
  })
  // A row of before there were codes keeps its text.
  await app.db.updateTable('requests').set({ outcome_said: '[]' }).execute()
  const old = (await of('bo').call(getRequest, { params })).body.request
  expect(old.said.outcome).toEqual([{ code: 'request.over', values: { outcome: old.outcome } }])
  expect([await canEnter(app, 'vic', testPassword), await canEnter(app, 'vic', newPassword)]).toEqual([false, true])
  const audit = await app.db
    .selectFrom('audit_log')
    .where('action', 'like', 'request.%')
    .select(['action', 'actor_name'])
    .orderBy('id')
    .execute()
  expect(audit.map(({ action, actor_name }) => `${action} ${actor_name}`)).toEqual([
    'request.asked ann',
    'request.explained ann',
    'request.approved bo',
    'request.carried_out ann',
  ])
  const act = await app.db.selectFrom('audit_log').where('action', '=', 'user.password_reset').select('actor_name').execute()
  expect(act).toEqual([{ actor_name: 'ann' }])
})

test('a request that is older than 7 days cannot be approved any longer, expires, and can be made again', async () => {
  const { app, of, enter, vic } = await startApprovals(['ann', 'bo'])
  const params = await askForPassword(of('ann'), vic)
  expect((await of('ann').call(resetUserPassword, { params: { id: vic }, body: { new_password: newPassword } })).body.code).toBe(
    'requests.already_waiting',
  )
  app.clock.advance(7 * day)
  expect((await (await enter('bo')).call(approveRequest, { params, body: {} })).body.code).toBe('requests.expired')
  await app.requests.look()
  expect(await stateOf(app, params.id)).toMatchObject({ state: 'expired' })
  expect((await (await enter('bo')).call(listRequests, { query: { list: 'expired' } })).body.total).toBe(1)
  await askForPassword(await enter('ann'), vic)
})

test('with nobody left to decide, a request expires and has done nothing', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  const { id } = await askForPassword(of('ann'), vic)
  await app.db.updateTable('users').set({ is_active: false }).where('role', '=', 'admin').execute()
  app.clock.advance(8 * day)
  await app.requests.look()
  expect(await stateOf(app, id)).toMatchObject({ state: 'expired' })
  expect(await canEnter(app, 'vic', testPassword)).toBe(true)
})

test('an act that fails when it is carried out says so, and nothing is half done', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  const { body } = await of('ann').call(updateUser, { params: { id: vic }, body: { name: 'Renamed', email: 'taken@example.org' } })
  const { request } = body as unknown as { request: { id: string } }
  await app.signUp('taken@example.org')
  const answer = await of('bo').call(approveRequest, { params: { id: request.id }, body: {} })
  expect(answer.body.request.state).toBe('failed')
  expect(await app.db.selectFrom('users').where('id', '=', vic).select('name').executeTakeFirst()).toEqual({ name: 'vic' })
  expect(await app.db.selectFrom('audit_log').where('action', '=', 'user.updated').select('id').execute()).toEqual([])

  const gone = await askForPassword(of('ann'), vic)
  await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', vic).execute()
  expect((await of('bo').call(approveRequest, { params: gone, body: {} })).body.code).toBe('requests.changed')
  const seen = (await of('bo').call(getRequest, { params: gone })).body.impact_now ?? undefined
  expect((await of('bo').call(approveRequest, { params: gone, body: { seen } })).body.request).toMatchObject({
    state: 'failed',
    outcome: 'The requested user could not be loaded.',
  })
})

test('a request that nobody else can approve happens after 24 hours, unless the person concerned stops it', async () => {
  const { app, of, enter, vic } = await startApprovals(['ann'])
  const first = await askForPassword(of('ann'), vic)
  const ownRequests = await of('vic').call(listOwnRequests, {})
  expect(ownRequests.body.data).toMatchObject([{ id: first.id, act: 'set_password', asker: { name: 'ann' } }])
  app.clock.advance(day - 1)
  await app.requests.look()
  expect(await stateOf(app, first.id)).toMatchObject({ state: 'waiting' })
  // A clock that was put back makes nothing happen early.
  app.clock.advance(-2 * day)
  await app.requests.look()
  expect(await stateOf(app, first.id)).toMatchObject({ state: 'waiting' })
  app.clock.advance(2 * day - 1)
  expect((await (await enter('ann')).call(stopRequest, { params: first })).body.code).toBe('requests.not_found')
  expect((await (await enter('vic')).call(stopRequest, { params: first })).body.request.state).toBe('stopped')

  const second = await askForPassword(await enter('ann'), vic)
  app.clock.advance(day)
  await app.requests.look()
  expect(await stateOf(app, second.id)).toMatchObject({ state: 'carried_out' })
  expect(await canEnter(app, 'vic', newPassword)).toBe(true)
})

test('the person who asks learns how long the waiting time of this installation is', async () => {
  const { of, vic } = await startApprovals(['ann'])
  const ann = of('ann')
  const ask = () => ann.call(resetUserPassword, { params: { id: vic }, body: { new_password: newPassword } })
  const inADay = await ask()
  expect(inADay.body.message).toBe('This is carried out in 24 hours unless somebody stops it. See Requests.')
  await ann.call(withdrawRequest, { params: requestOf(inADay) })
  expect((await ann.send('PUT', '/api/admin/settings', { body: { quarantine_days: 3 } })).status).toBe(200)
  expect((await ask()).body.message).toBe('This is carried out in 3 days unless somebody stops it. See Requests.')
})

test('after an outage of a week what waited is expired, not carried out, since nobody had the time to object', async () => {
  const { app, of, vic } = await startApprovals(['ann'])
  const { id } = await askForPassword(of('ann'), vic)
  app.clock.advance(8 * day)
  await app.requests.look()
  expect(await stateOf(app, id)).toMatchObject({ state: 'expired' })
})

test('refusing says why, withdrawing is for the person who asked, and neither does anything', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  const first = await askForPassword(of('ann'), vic)
  expect((await of('bo').call(withdrawRequest, { params: first })).body.code).toBe('requests.not_own')
  expect((await of('ann').call(refuseRequest, { params: first, body: { reason: 'x' } })).body.code).toBe('requests.own')
  const { body } = await of('bo').call(refuseRequest, { params: first, body: { reason: 'Ask Vic first.' } })
  expect(body.request).toMatchObject({
    outcome: 'Ask Vic first.',
    said: { outcome: [{ code: 'request.over', values: { outcome: 'Ask Vic first.' } }] },
  })
  expect(await stateOf(app, first.id)).toEqual({ state: 'refused', outcome: 'Ask Vic first.' })
  const second = await askForPassword(of('ann'), vic)
  await of('ann').call(withdrawRequest, { params: second })
  expect(await stateOf(app, second.id)).toMatchObject({ state: 'withdrawn' })
  expect((await of('bo').call(approveRequest, { params: second, body: {} })).body.code).toBe('requests.decided')
  expect(await canEnter(app, 'vic', testPassword)).toBe(true)
  expect((await of('bo').call(listRequests, { query: { list: 'decided' } })).body.total).toBe(2)
})

test('every state of a request is sent to administrators and to the person concerned, and is in the audit log', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  const ask = () => askForPassword(of('ann'), vic)
  await of('bo').call(refuseRequest, { params: await ask(), body: { reason: 'No.' } })
  await of('ann').call(withdrawRequest, { params: await ask() })
  await of('vic').call(stopRequest, { params: await ask() })
  await of('bo').call(approveRequest, { params: await ask(), body: {} })
  await askForPassword(of('ann'), vic)
  app.clock.advance(8 * day)
  await app.requests.look()
  const waits = 'waits for another administrator'
  const states = [
    waits,
    'refused',
    waits,
    'withdrawn',
    waits,
    'stopped by the person concerned',
    waits,
    'approved',
    'carried out',
    waits,
    'expired',
  ]
  const mailed = async (event: 'admin.request.changed' | 'user.request.changed') =>
    (await eventsOf(app, event)).map(({ data }) => String(data['request.state']))
  expect((await mailed('admin.request.changed')).toSorted()).toEqual(states.toSorted())
  expect((await mailed('user.request.changed')).toSorted()).toEqual(states.toSorted())
  expect(new Set((await eventsOf(app, 'user.request.changed')).map(({ to }) => JSON.stringify(to)))).toEqual(
    new Set([JSON.stringify({ user_id: vic })]),
  )
  const rows = await app.db.selectFrom('audit_log').where('action', 'like', 'request.%').select('action').orderBy('id').execute()
  const words = ['asked', 'refused', 'asked', 'withdrawn', 'asked', 'stopped', 'asked', 'approved', 'carried_out', 'asked', 'expired']
  expect(rows.map(({ action }) => action)).toEqual(words.map((word) => `request.${word}`))
})

test('that an administrator can act alone stands in health and the report, and everybody reads it of their own account', async () => {
  const sentence = 'An administrator of this installation can act alone (APPROVALS=none).'
  for (const APPROVALS of ['none', 'required']) {
    const { of } = await startApprovals(['ann', 'bo'], { APPROVALS })
    const isAlone = APPROVALS === 'none'
    expect((await of('vic').call(listOwnRequests, {})).body.acts_alone).toBe(isAlone)
    for (const path of ['/api/admin/system/health', '/api/admin/report'])
      expect([path, (await of('ann').send('GET', path)).text.includes(sentence)]).toEqual([path, isAlone])
  }
})

test('an act that touches nothing of anybody happens at once, as does everything with approvals switched off', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  await app.signUp('new@example.org')
  const id = await idOf(app, 'new')
  const status = async (answer: Promise<{ status: number }>) => (await answer).status
  expect(await status(of('ann').call(resetUserPin, { params: { id }, body: { new_pin: '4711' } }))).toBe(200)
  expect(await status(of('ann').call(updateUser, { params: { id: vic }, body: { name: 'Victor', email: 'vic@example.org' } }))).toBe(200)
  expect(await status(of('ann').call(deleteUser, { params: { id } }))).toBe(200)
  const made = { name: 'Di', email: 'di@example.org', password: newPassword, role: 'admin' as const }
  expect(await status(of('ann').call(createUser, { body: made }))).toBe(202)
  expect(await status(of('ann').call(bulkUsers, { body: { matching: { search: 'vic' }, action: 'promote' } }))).toBe(202)

  const alone = await startApprovals(['ann', 'bo'], { APPROVALS: 'none' })
  const at = { params: { id: alone.vic }, body: { new_password: newPassword } }
  expect(await status(alone.of('ann').call(resetUserPassword, at))).toBe(200)
})

test('rules that protect accounts are loosened with a second administrator only, also by going back to the default, and tightened at once', async () => {
  const { of } = await startApprovals(['ann', 'bo'])
  const change = async (body: object) => (await of('ann').send<{ message: string }>('PUT', '/api/admin/settings', { body })).status
  expect(await change({ sign_up: 'closed', email_verification: 'required', second_factor: 'all', quarantine_days: 3 })).toBe(200)
  const looser = [
    { sign_up: null },
    { email_verification: 'off' },
    { email_verification: 'auto' },
    { second_factor: 'admins' },
    { second_factor_grace_days: 30 },
    { quarantine_days: 2 },
    { quarantine_days: null },
  ]
  for (const body of looser) expect([body, await change(body)]).toEqual([body, 202])
  expect(await change({ activity_days: 30, notification_days: 120, session_idle_hours: 6 })).toBe(202)
  expect(await change({ name: 'Vault', second_factor: 'optional' })).toBe(202)
  const { data } = (await of('bo').call(listRequests, { query: {} })).body
  expect(data.map(({ act, detail }) => [act, detail])).toContainEqual(['loosen_rules', { sign_up: 'open' }])
  expect(data.map(({ what }) => what)).toContain(
    'Loosen rules that protect accounts: Sessions end after 6 hours without use. The activity of people is kept for 30 days. Notifications of administrators are kept for 120 days.',
  )
  const { values } = (await of('bo').call(getSettings, {})).body.settings
  expect([values.name, values.second_factor, values.quarantine_days]).toEqual(['Twofold', 'all', 3])
})

test('a request says until when accounts stay closed or can be brought back, and who may approve it', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo', 'cy'])
  const detailOf = async (params: { id: string }) => (await of('bo').call(getRequest, { params })).body
  const at = (days: number) => new Date(app.clock.now() + days * day).toISOString()
  const password = await detailOf(await askForPassword(of('ann'), vic))
  expect(password).toMatchObject({ closed_until: at(1), restorable_until: null, names: { approvers: ['bo', 'cy'] } })
  await app.db
    .updateTable('users')
    .set({ secrets_closed_until: at(1) })
    .where('id', '=', await idOf(app, 'cy'))
    .execute()
  expect((await detailOf({ id: password.request.id })).names?.approvers).toEqual(['bo'])
  await of('vic').share((await of('vic').addKey('Mail')).key.id, 'cy@example.org')
  const deletion = await detailOf(requestOf(await of('ann').call(deleteUser, { params: { id: vic } })))
  expect(deletion).toMatchObject({ closed_until: null, restorable_until: at(30), names: { people: ['cy'] } })
})
