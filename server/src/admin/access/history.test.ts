import { listAccess } from '@twofold/contract/admin/access'
import { addGroup, addGroupMember, deleteGroup, removeGroupMember } from '@twofold/contract/sharing/memberships'
import { deleteKey } from '@twofold/contract/keys'
import { changeShare, revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startOffice } from '../../testing/start-office.ts'
import type { TestAppOptions } from '../../testing/start-test-app.ts'

async function started(options: TestAppOptions = {}) {
  const app = await startOffice(options)
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  const boId = await app.idOf(bo.email)
  /** Recorded access of Bo to the key, oldest first. */
  const ways = async () =>
    (
      await app.db
        .selectFrom('access_history')
        .where('key_id', '=', key.id)
        .where('user_id', '=', boId)
        .select(['via', 'level', 'group_name', 'until'])
        .orderBy('since')
        .execute()
    ).map(({ via, level, group_name: group, until }) => [via, level, group, until !== null])
  return { ...app, ann, bo, key, ways }
}

test('a changed level ends one time and begins the next', async () => {
  const { ann, bo, key, ways } = await started()
  const share_id = (await ann.share(key.id, bo.email)) ?? ''
  const params = { id: key.id, share_id }
  expect((await ann.call(changeShare, { params, body: { permission: 'admin' } })).status).toBe(200)
  expect(await ways()).toEqual([
    ['direct', 'view', null, true],
    ['direct', 'admin', null, false],
  ])
  await ann.call(revokeShare, { params })
  expect((await ways()).at(-1)).toEqual(['direct', 'admin', null, true])
})

test.each([
  ['ahead of', 600_000],
  ['behind', -600_000],
])('an access that ends at once is in the history, also by a node whose clock is %s that of the database', async (_, skew) => {
  const { ann, bo, key, ways } = await started({ now: Date.now() + skew })
  const params = { id: key.id, share_id: (await ann.share(key.id, bo.email)) ?? '' }
  await ann.call(changeShare, { params, body: { permission: 'admin' } })
  await ann.call(revokeShare, { params })
  const { group } = (await ann.call(addGroup, { body: { name: 'Night shift' } })).body
  const { member_id: id } = (await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })).body
  await ann.call(shareKey, { params: { id: key.id }, body: { group_id: group.id } })
  await ann.call(removeGroupMember, { params: { id: group.id, member_id: id ?? '' } })
  expect(await ways()).toEqual([
    ['direct', 'view', null, true],
    ['direct', 'admin', null, true],
    ['group', 'view', null, true],
  ])
})

test('an end that was set in advance is in the history before it comes', async () => {
  const { ann, bo, key, ways, clock } = await started()
  await ann.share(key.id, bo.email, { expires_at: new Date(clock.now() + 86_400_000).toISOString() })
  expect(await ways()).toEqual([['direct', 'view', null, true]])
})

test('a removed member had the keys of the group until then, and a deleted group keeps its name', async () => {
  const { ann, bo, key, ways } = await started()
  const { group } = (await ann.call(addGroup, { body: { name: 'Night shift' } })).body
  const params = { id: group.id }
  const { member_id } = (await ann.call(addGroupMember, { params, body: { email: bo.email } })).body
  await ann.call(shareKey, { params: { id: key.id }, body: { group_id: group.id } })
  expect(await ways()).toEqual([['group', 'view', null, false]])
  await ann.call(removeGroupMember, { params: { ...params, member_id: member_id ?? '' } })
  expect(await ways()).toEqual([['group', 'view', null, true]])
  await ann.call(addGroupMember, { params, body: { email: bo.email } })
  await ann.call(deleteGroup, { params })
  expect(await ways()).toEqual([
    ['group', 'view', 'Night shift', true],
    ['group', 'view', 'Night shift', true],
  ])
})

test('a deleted key gives nobody access from then on', async () => {
  const { ann, bo, key, ways } = await started()
  await ann.share(key.id, bo.email)
  await ann.call(deleteKey, { params: { id: key.id } })
  expect(await ways()).toEqual([['direct', 'view', null, true]])
})

test('a user who was deactivated for the whole of a day could use no key on it, and could on the days before and after', async () => {
  const app = await started()
  await app.ann.share(app.key.id, app.bo.email)
  const id = await app.idOf(app.bo.email)
  const set = (is_active: boolean) => app.db.updateTable('users').set({ is_active }).where('id', '=', id).execute()
  await set(false)
  await set(true)
  // The trigger wrote the present.
  const at = (days: number) => new Date(app.clock.now() - days * 86_400_000)
  const day = (days: number) => at(days).toISOString().slice(0, 10)
  await sql`update share_history set since = ${at(9)}`.execute(app.db)
  await sql`update key_owner_history set since = ${at(9)}`.execute(app.db)
  expect(
    (await sql`update account_closures set since = ${at(5)}, until = ${at(2)} where user_id = ${id}`.execute(app.db)).numAffectedRows,
  ).toBe(1n)
  const holders = async (on: string) =>
    (await app.admin.call(listAccess, { query: { key: app.key.id, on } })).body.data.map(({ person }) => person.email)
  expect(await holders(day(6))).toContain(app.bo.email)
  expect(await holders(day(4))).toEqual([app.ann.email])
  expect(await holders(day(3))).toEqual([app.ann.email])
  expect(await holders(day(1))).toContain(app.bo.email)
})
