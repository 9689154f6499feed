import { deleteProfile } from '@twofold/contract/profile'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { changeShare, restoreShare, revokeShare, shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import { transferKey } from '@twofold/contract/sharing/hand-over'
import { createToken } from '@twofold/contract/tokens'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { type Endings, startEndings } from './testing/start-endings.ts'
import { startTestApp, testPassword } from '../testing/start-test-app.ts'

const shared = shareApp(startTestApp)

const start = () => startEndings(shared())

/** Events of which somebody is about to be notified. */
async function eventsFor({ app, bo }: Endings) {
  const { rows } = await sql<{ name: string }>`
    select data ->> 'name' as name from pgboss.job where state = 'created' and data::text like '%' || ${bo.email} || '%'`.execute(app.db)
  return rows
}

const acts: Record<string, (started: Endings) => Promise<{ status: number }>> = {
  'a share': ({ ann, bo, params }) => ann.call(shareKey, { params, body: { email: bo.email } }),
  'a share with a group': ({ ann, params, group }) => ann.call(shareKey, { params, body: { group_id: group.id } }),
  'shares of several keys': ({ ann, bo, params }) => ann.call(shareKeys, { body: { key_ids: [params.id], email: bo.email } }),
  'a member of a group': ({ ann, bo, group }) => ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } }),
  'an offer of a key': ({ ann, bo, params }) => ann.call(transferKey, { params, body: { email: bo.email } }),
  'a group': ({ ann }) => ann.call(addGroup, { body: { name: 'Night shift' } }),
  'a token': ({ ann }) => ann.call(createToken, { body: { name: 'Backup', scopes: ['keys:read'], expires_in_days: 30 } }),
}

test.each(Object.keys(acts))(
  '%s that is asked for while its owner deletes the account is refused, and nobody is notified',
  async (name) => {
    const started = await start()
    const { app, ann, group, params, askWhileEnding, idOf } = started
    const { status } = await askWhileEnding(ann.email, async () => (await acts[name]?.(started)) ?? { status: 0 })
    expect(status).toBe(401)
    expect(await started.shares()).toEqual([])
    expect(await eventsFor(started)).toEqual([])
    expect(await app.db.selectFrom('group_members').where('group_id', '=', group.id).selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('key_offers').where('key_id', '=', params.id).selectAll().execute()).toEqual([])
    const owner_id = await idOf(ann.email)
    expect(await app.db.selectFrom('groups').where('owner_id', '=', owner_id).select('id').execute()).toEqual([{ id: group.id }])
    expect(
      await app.db
        .selectFrom('access_tokens')
        .where('user_id', '=', await idOf(ann.email))
        .selectAll()
        .execute(),
    ).toEqual([])
  },
)

test('a share that is given again while its owner deletes the account stays ended', async () => {
  const { ann, bo, params, askWhileEnding, shares, idOf } = await start()
  const ids = { ...params, share_id: await ann.share(params.id, bo.email) }
  await ann.call(revokeShare, { params: ids })
  const { status } = await askWhileEnding(ann.email, () => ann.call(restoreShare, { params: ids }))
  expect(status).toBe(401)
  expect(await shares()).toEqual([{ recipient: await idOf(bo.email), hasEnded: true }])
})

test('a share that is given again while its recipient deletes the account stays ended', async () => {
  const { ann, bo, params, askWhileEnding, shares, idOf } = await start()
  const ids = { ...params, share_id: await ann.share(params.id, bo.email) }
  await ann.call(revokeShare, { params: ids })
  const { body } = await askWhileEnding(bo.email, () => ann.call(restoreShare, { params: ids }))
  expect(body.code).toBe('sharing.cannot_undo')
  expect(await shares()).toEqual([{ recipient: await idOf(bo.email), hasEnded: true }])
})

test('a share that its owner changes while they delete the account is left as it ended', async () => {
  const { ann, bo, params, askWhileEnding } = await start()
  const ids = { ...params, share_id: await ann.share(params.id, bo.email) }
  const { status } = await askWhileEnding(ann.email, () => ann.call(changeShare, { params: ids, body: { permission: 'admin' } }))
  expect(status).toBe(401)
})

test('a deletion waits for the share that its owner is about to give, and ends it', async () => {
  const { app, ann, bo, params, idOf, shares } = await start()
  const owner = await idOf(ann.email)
  const { answers } = await app.transaction(async (tx) => {
    // The lock travels with what is read next.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${owner}`}, 0))`.execute(tx.db)
    await sql`select 1`.execute(tx.db)
    const given = ann.call(shareKey, { params, body: { email: bo.email } })
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    const deleted = ann.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } })
    await Promise.race([deleted, eventually(async () => expect(await countWaiting(app.db)).toBe(2))])
    return { answers: Promise.all([given, deleted]) }
  })
  expect((await answers).map(({ status }) => status)).toEqual([200, 200])
  expect(await shares()).toEqual([{ recipient: await idOf(bo.email), hasEnded: true }])
})

test('a share that is given while its recipient deletes the account waits for the person who proves the address next', async () => {
  const { ann, bo, params, askWhileEnding, shares } = await start()
  const { status } = await askWhileEnding(bo.email, () => ann.call(shareKey, { params, body: { email: bo.email } }))
  expect(status).toBe(200)
  expect(await shares()).toEqual([{ recipient: null, hasEnded: false }])
})
