import { getRequest } from '@twofold/contract/admin/requests'
import { bulkUsers, deleteUser, setUserRole, setUserStatus } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { day, requestOf, startApprovals } from '../testing/approvals.ts'

async function withPeople(names: string[], count: number) {
  const office = await startApprovals(names)
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  const people = ids.map((id) => ({ id, name: id, email: `${id}@example.org`, email_normalized: `${id}@example.org` }))
  const like = await office.app.db.selectFrom('users').selectAll().where('id', '=', office.vic).executeTakeFirstOrThrow()
  await office.app.db
    .insertInto('users')
    .values(people.map((person) => ({ ...like, ...person })))
    .execute()
  const activeOf = async () => {
    const found = await office.app.db
      .selectFrom('users')
      .where('id', 'in', ids)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .select('id')
      .execute()
    return found.length
  }
  return { ...office, ids, activeOf }
}

test('ten accounts are ended within a day without consent, however they are cut into acts', async () => {
  const { of, enter, app, ids, activeOf } = await withPeople(['ann', 'bo'], 20)
  const ann = of('ann')
  const deactivate = async (chosen: string[]) => (await ann.call(bulkUsers, { body: { ids: chosen, action: 'deactivate' } })).status
  expect([await deactivate(ids.slice(0, 6)), await deactivate(ids.slice(6, 11)), await deactivate(ids.slice(6, 9))]).toEqual([
    200, 202, 200,
  ])
  const params = (at: number) => ({ params: { id: ids[at] ?? '' } })
  expect((await ann.call(deleteUser, params(9))).status).toBe(200)
  expect((await ann.call(deleteUser, params(10))).status).toBe(202)
  expect((await ann.call(setUserStatus, { ...params(11), body: { is_active: false } })).status).toBe(202)
  expect(await activeOf()).toBe(10)
  // Another administrator has a count of their own, and a day later it begins again.
  expect((await of('bo').call(setUserStatus, { ...params(11), body: { is_active: false } })).status).toBe(200)
  app.clock.advance(day + 1)
  const later = await enter('ann')
  expect((await later.call(bulkUsers, { body: { ids: ids.slice(10, 20), action: 'delete' } })).status).toBe(200)
})

test('acts that come at the same moment count together', async () => {
  const { of, ids, activeOf } = await withPeople(['ann', 'bo'], 20)
  const slices = [0, 4, 8, 12, 16].map((at) => ids.slice(at, at + 4))
  const answers = await Promise.all(slices.map((chosen) => of('ann').call(bulkUsers, { body: { ids: chosen, action: 'deactivate' } })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 202, 202, 202])
  expect(await activeOf()).toBe(12)
})

test('the administrator who approves an act on many sees everybody affected', async () => {
  const { of, ids } = await withPeople(['ann', 'bo'], 5)
  const params = requestOf(await of('ann').call(bulkUsers, { body: { ids, action: 'promote' } }))
  const users = (await of('bo').call(getRequest, { params })).body.names?.users ?? []
  expect(users).toEqual(ids.toSorted().map((id) => ({ name: id, email: `${id}@example.org` })))
  // Of an act on one person the title and the account are enough.
  const one = requestOf(await of('ann').call(setUserRole, { params: { id: ids[0] ?? '' }, body: { role: 'admin' } }))
  const { names, request } = (await of('bo').call(getRequest, { params: one })).body
  expect([names?.users, request.detail['email']]).toEqual([[], users.find(({ email }) => email === request.detail['email'])?.email])
})
