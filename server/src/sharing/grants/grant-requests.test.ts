import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { deleteKey, editKey, restoreKey } from '@twofold/contract/keys'
import { askAgain, listEndedKeys } from '@twofold/contract/sharing/ended-keys'
import { leaveKey, listShares, restoreShare, revokeShare } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { eventsOf } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { idOfAccount } from '../../testing/account-row.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

const shared = shareApp((options) => startTestApp({ now: Date.parse('2026-11-20T09:10:00Z'), ...options }))

async function start() {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org', 'Ann Example'), await app.signUp('bo@example.org', 'Bo Example')]
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  const give = (fields = {}) => ann.share(key.id, bo.email, fields)
  const revoke = (share_id: string) => ann.call(revokeShare, { params: { ...params, share_id } })
  const end = async () => void (await revoke(await give()))
  const ended = async (who = bo) => (await who.call(listEndedKeys, {})).body.data
  const ask = (who = bo) => who.call(askAgain, { params })
  const asked = async () => (await ann.call(listShares, { params })).body.asked
  /** As if what happened had happened so much earlier: sessions do not last for days. */
  const earlier = (column: 'revoked_at' | 'asked_at', milliseconds: number) =>
    sql`update shares set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${milliseconds / 1000}) where key_id = ${key.id}`.execute(
      app.db,
    )
  const idOf = (email: string) => idOfAccount(app, email)
  return { app, ann, bo, idOf, key, params, give, revoke, end, ended, ask, asked, earlier }
}

const absent = { status: 404, body: { code: 'keys.not_found' } }

test('a share that its owner ended can be asked for again: the owner is notified, and sees it with the people who have access', async () => {
  const { app, ann, bo, idOf, key, params, give, revoke, ended, ask, asked } = await start()
  const share_id = await give({ permission: 'admin' })
  expect(await ended()).toEqual([])
  expect(await ask()).toMatchObject(absent)
  await revoke(share_id)
  expect(await ended()).toEqual([
    {
      id: key.id,
      name: 'Code host',
      issuer: null,
      shared_by: { name: 'Ann Example' },
      because: 'owner',
      ended_at: '2026-11-20T09:10:00.000Z',
      asked_at: null,
      can_ask: true,
    },
  ])
  expect(await asked()).toEqual([])
  expect((await ask()).body.message).toBe('You asked Ann Example to share the key again.')
  expect(await eventsOf(app, 'key.share.asked')).toMatchObject([
    { to: { user_id: await idOf(ann.email) }, data: { 'key.name': 'Code host', 'share.by': 'Bo Example' } },
  ])
  expect(await asked()).toMatchObject([{ id: share_id, email: bo.email, permission: 'admin', asked_at: '2026-11-20T09:10:00.000Z' }])
  expect(await bo.visible()).toEqual([])
  await ann.call(restoreShare, { params: { ...params, share_id } })
  expect([await ended(), await asked()]).toEqual([[], []])
})

test('nobody else can ask: no stranger, nobody of a group, and the answer is that of a key that is not there', async () => {
  const { app, ann, key, end, ask, ended, params } = await start()
  await end()
  const [cy, di] = [await app.signUp('cy@example.org'), await app.signUp('di@example.org')]
  const { body } = await ann.call(addGroup, { body: { name: 'Team' } })
  await ann.call(addGroupMember, { params: { id: body.group.id }, body: { email: di.email } })
  for (const who of [cy, di, ann]) {
    expect(await ask(who)).toMatchObject(absent)
    expect(await ended(who)).toEqual([])
  }
  expect(await cy.call(askAgain, { params: { id: uuid() } })).toMatchObject(absent)
  expect((await app.call(askAgain, { params: { id: key.id } })).status).toBe(401)
  expect(await eventsOf(app, 'key.share.asked')).toEqual([])
  expect((await cy.call(listShares, { params })).status).toBe(404)
})

test('it is asked for once a day, also when two ask at once, and when it was shared and ended in between', async () => {
  const { app, end, ask, ended, earlier } = await start()
  await end()
  const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status)
  expect(statuses.sort((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await ask()).body.code).toBe('sharing.asked_already')
  await end()
  expect(await ended()).toMatchObject([{ can_ask: false, asked_at: '2026-11-20T09:10:00.000Z' }])
  expect((await ask()).body.code).toBe('sharing.asked_already')
  await earlier('asked_at', day)
  expect(await ended()).toMatchObject([{ can_ask: true }])
  expect((await ask()).status).toBe(200)
  expect(await eventsOf(app, 'key.share.asked')).toHaveLength(2)
})

test('a person whose time ran out can ask, and a name given since then is not shown', async () => {
  const { app, ann, bo, key, params, give, ended, ask, asked } = await start()
  await give({ expires_at: new Date(app.clock.now() + hour).toISOString() })
  app.clock.advance(hour + 1000)
  expect(await ended()).toEqual([])
  await app.grants.endExpired()
  await ann.call(editKey, { params, body: { name: 'Renamed', issuer: 'New service' } })
  await app.db.updateTable('users').set({ name: 'Ann Other' }).where('email', '=', ann.email).execute()
  expect(await ended()).toMatchObject([{ name: 'Code host', issuer: null, shared_by: { name: 'Ann Example' }, because: 'time' }])
  await ask()
  expect(await asked()).toHaveLength(1)
  expect((await eventsOf(app, 'key.share.asked'))[0]?.data['key.name']).toBe('Renamed')

  const other = await ann.addKey('Mail')
  await ann.share(other.key.id, bo.email, { expires_at: new Date(app.clock.now() + hour).toISOString() })
  app.clock.advance(hour + 1000)
  await ann.call(editKey, { params: { id: other.key.id }, body: { name: 'Renamed before the end was noted' } })
  await app.grants.endExpired()
  expect((await ended()).map(({ id }) => id)).toEqual([key.id])
})

test('after 30 days, and after leaving by oneself, nothing is left to ask for', async () => {
  const { bo, params, end, give, ended, ask, asked, earlier } = await start()
  await end()
  await ask()
  await earlier('revoked_at', 30 * day)
  expect([await ended(), await asked()]).toMatchObject([[{ because: 'owner' }], [{ email: bo.email }]])
  await earlier('revoked_at', 1000)
  expect([await ended(), await asked()]).toEqual([[], []])
  expect(await ask()).toMatchObject(absent)
  await end()
  await give()
  await bo.call(leaveKey, { params })
  expect(await ended()).toEqual([])
  expect(await ask()).toMatchObject(absent)
})

test('a key that was deleted is not to be asked for, nor one whose owner is deactivated or another by now', async () => {
  const { app, ann, idOf, params, end, ended, ask } = await start()
  await end()
  const owner = app.db.updateTable('users').where('email', '=', ann.email)
  const refused = async () => {
    expect(await ended()).toEqual([])
    expect(await ask()).toMatchObject(absent)
  }
  await ann.call(deleteKey, { params })
  await refused()
  await ann.call(restoreKey, { params })
  expect(await ended()).toHaveLength(1)
  await owner.set({ is_active: false }).execute()
  await refused()
  await owner.set({ is_active: true }).execute()
  const cy = await app.signUp('cy@example.org')
  await app.db
    .updateTable('keys')
    .set({ owner_id: await idOf(cy.email) })
    .where('id', '=', params.id)
    .execute()
  await refused()
})
