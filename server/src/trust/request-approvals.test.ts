import { approveRequest, getRequest, refuseRequest } from '@twofold/contract/admin/requests'
import { makeResetLink, setUserRole } from '@twofold/contract/admin/users'
import { generateCodes } from '@twofold/contract/codes'
import { expect, test } from 'vitest'
import { testPassword } from '../testing/start-test-app.ts'
import { day, idOf, type Person, startApprovals } from '../testing/approvals.ts'
import { canEnter, askForPassword, stateOf } from './testing/ask-for-password.ts'

test('nobody approves their own request, one about them, or one for a person who created, invited or touched them within 30 days', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo', 'cy'])
  const params = await askForPassword(of('ann'), vic)
  const code = async (person: Person) => (await person.call(approveRequest, { params, body: {} })).body.code
  expect(await code(of('ann'))).toBe('requests.own')
  expect(await code(of('vic'))).toBe('auth.forbidden')
  const hand = { by_id: await idOf(app, 'ann'), by_name: 'ann', kind: 'guesses_forgiven', user_id: await idOf(app, 'bo') }
  await app.db
    .insertInto('hands')
    .values({ id: crypto.randomUUID(), ...hand, happened_at: new Date(app.clock.now() - 29 * day) })
    .execute()
  expect((await of('bo').call(getRequest, { params })).body.cannot_approve).toBe('made_by_asker')
  expect(await code(of('bo'))).toBe('requests.made_by_asker')
  await app.db
    .updateTable('hands')
    .set({ happened_at: new Date(app.clock.now() - 31 * day) })
    .execute()
  expect(await code(of('bo'))).toBeUndefined()

  // The other way round: the administrator who created the requester approves everything.
  const again = await askForPassword(of('ann'), vic)
  const made = { by_id: await idOf(app, 'cy'), by_name: 'cy', kind: 'role_changed', user_id: await idOf(app, 'ann') }
  await app.db
    .insertInto('hands')
    .values({ id: crypto.randomUUID(), ...made, happened_at: new Date(app.clock.now() - 29 * day) })
    .execute()
  expect((await of('cy').call(approveRequest, { params: again, body: {} })).body.code).toBe('requests.made_by_asker')

  const demotion = await of('ann').call(setUserRole, { params: { id: await idOf(app, 'cy') }, body: { role: 'user' } })
  const { request } = demotion.body as unknown as { request: { id: string } }
  expect((await of('cy').call(approveRequest, { params: { id: request.id }, body: {} })).body.code).toBe('requests.subject')
})

test('an administrator who closes the only other one still waits for them, not for the time', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  await of('bo').addKey('Door')
  await of('ann').call(makeResetLink, { params: { id: await idOf(app, 'bo') }, body: { delivery: 'link' } })
  expect((await of('bo').call(generateCodes, {})).body.code).toBe('keys.codes_closed')
  const params = await askForPassword(of('ann'), vic)
  app.clock.advance(2 * day - 60_000)
  await app.requests.look()
  expect(await stateOf(app, params.id)).toMatchObject({ state: 'waiting' })
})

test('a PIN that was not entered a moment ago approves and refuses nothing', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  const params = await askForPassword(of('ann'), vic)
  await app.db.updateTable('sessions').set({ pin_until: null }).execute()
  expect((await of('bo').call(approveRequest, { params, body: {} })).body.code).toBe('pin.required')
  expect((await of('bo').call(refuseRequest, { params, body: { reason: 'No.' } })).body.code).toBe('pin.required')
})

test('200 approvals, 20 at once, carry it out once', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo', 'cy'])
  const params = await askForPassword(of('ann'), vic)
  const answers = new Map<string, number>()
  const approve = async (person: Person) => {
    for (let count = 0; count < 10; count += 1) {
      const { status, body } = await person.call(approveRequest, { params, body: {} })
      const answer = status === 200 ? 'approved' : body.code
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => approve(index % 2 === 0 ? of('bo') : of('cy'))))
  // A busy machine has no room for some of them, which is no decision either.
  const { approved, 'requests.decided': late, 'server.unavailable': turnedAway = 0, ...others } = Object.fromEntries(answers)
  expect([approved, (late ?? 0) + turnedAway, others]).toEqual([1, 199, {}])
  // The same goes for the act of the one that was approved: a worker then carries it out.
  await app.requests.look()
  const acts = await app.db
    .selectFrom('audit_log')
    .where('action', 'in', ['user.password_reset', 'request.carried_out'])
    .select('id')
    .execute()
  expect(acts).toHaveLength(2)
})

test('workers that carry out the same approved request at once do it once', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  const { id } = await askForPassword(of('ann'), vic)
  await app.db.updateTable('requests').set({ state: 'approved' }).execute()
  await Promise.all(Array.from({ length: 6 }, () => app.requests.look()))
  expect(await stateOf(app, id)).toMatchObject({ state: 'carried_out' })
  expect(await app.db.selectFrom('audit_log').where('action', '=', 'user.password_reset').select('id').execute()).toHaveLength(1)
})

test('an administrator who was demoted meanwhile approves nothing, and their requests are not carried out', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo', 'cy'])
  const params = await askForPassword(of('ann'), vic)
  const demote = (name: string) => app.db.updateTable('users').set({ role: 'user' }).where('email', '=', `${name}@example.org`).execute()
  await demote('bo')
  expect((await of('bo').call(approveRequest, { params, body: {} })).body.code).toBe('auth.session_role_changed')
  await demote('ann')
  expect((await of('cy').call(approveRequest, { params, body: {} })).body.request).toMatchObject({
    state: 'failed',
    outcome: 'The person who asked is no longer an active administrator.',
  })
  expect(await canEnter(app, 'vic', testPassword)).toBe(true)
})

test('the effects of an act are counted again when it is approved, and others than were seen are not approved', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  const params = await askForPassword(of('ann'), vic)
  await of('vic').addKey('Registrar')
  const { body } = await of('bo').call(getRequest, { params })
  expect(body).toMatchObject({ request: { impact: { keys: 1 } }, impact_now: { keys: 2 }, names: { keys: ['Code host', 'Registrar'] } })
  expect((await of('bo').call(approveRequest, { params, body: {} })).body.code).toBe('requests.changed')
  const seen = body.impact_now ?? undefined
  await of('vic').addKey('Mail')
  expect((await of('bo').call(approveRequest, { params, body: { seen } })).body.code).toBe('requests.changed')
  expect(await stateOf(app, params.id)).toMatchObject({ state: 'waiting' })
  const { impact_now: again } = (await of('bo').call(getRequest, { params })).body
  expect((await of('bo').call(approveRequest, { params, body: { seen: again ?? undefined } })).body.request.state).toBe('carried_out')
})
