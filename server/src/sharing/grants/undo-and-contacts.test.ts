import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { showSecret } from '@twofold/contract/keys'
import { leaveKey, listContacts, listShares, remindShare, restoreShare, revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { keyUsage } from '@twofold/contract/usage'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeServiceAccount, makeToken } from '../../machines/testing/make-token.ts'
import { handOver } from '../../testing/hand-over.ts'
import { eventsOf } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'

const day = 24 * 60 * 60 * 1000

const shared = shareApp((options) => startTestApp({ now: Date.parse('2026-11-20T09:10:00Z'), ...options }))

async function start() {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  const share_id = await ann.share(key.id, bo.email, { permission: 'admin' })
  const shares = async () => (await ann.call(listShares, { params })).body
  const revoke = (share = share_id) => ann.call(revokeShare, { params: { ...params, share_id: share } })
  const restore = (share = share_id) => ann.call(restoreShare, { params: { ...params, share_id: share } })
  /** As if what ended had ended so much earlier: sessions do not last for days. */
  const endedEarlier = (milliseconds: number) =>
    sql`update shares set revoked_at = revoked_at - make_interval(secs => ${milliseconds / 1000}) where key_id = ${key.id}`.execute(app.db)
  return { app, ann, bo, key, params, share_id, shares, revoke, restore, endedEarlier }
}

test('the end of a share is taken back within a day, with its level, and the person is notified', async () => {
  const { app, bo, key, share_id, shares, revoke, restore, endedEarlier } = await start()
  await revoke()
  expect(await bo.visible()).toEqual([])
  expect(await shares()).toMatchObject({ data: [], ended: [{ id: share_id, email: bo.email, ended_at: '2026-11-20T09:10:00.000Z' }] })
  await endedEarlier(day)
  expect((await restore()).body.message).toBe(`${bo.email} has access again.`)
  expect(await bo.visible()).toEqual([key.id])
  expect(await shares()).toMatchObject({ data: [{ id: share_id, permission: 'admin' }], ended: [] })
  expect(await eventsOf(app, 'key.shared')).toHaveLength(2)
})

test('after a day, once its time is over, or where the person has the key again, nothing is taken back', async () => {
  const { app, ann, bo, key, shares, revoke, restore, endedEarlier } = await start()
  const refused = { status: 409, body: { code: 'sharing.cannot_undo' } }
  expect(await restore()).toMatchObject(refused)
  await revoke()
  await endedEarlier(day + 1)
  expect((await shares()).ended).toEqual([])
  expect(await restore()).toMatchObject(refused)

  const short = await ann.share(key.id, app.address('cy@example.org'), { expires_at: new Date(app.clock.now() + 1000).toISOString() })
  await revoke(short)
  app.clock.advance(1000)
  expect((await shares()).ended).toEqual([])
  expect(await restore(short)).toMatchObject(refused)

  const former = await ann.share(key.id, bo.email)
  await revoke(former)
  await ann.share(key.id, bo.email)
  expect((await shares()).ended).toEqual([])
  expect(await restore(former)).toMatchObject(refused)
})

test('a key that somebody gave back is given again by the owner alone', async () => {
  const { bo, key, params, share_id, shares, restore } = await start()
  await bo.call(leaveKey, { params })
  expect((await shares()).ended).toHaveLength(1)
  expect((await bo.call(restoreShare, { params: { ...params, share_id } })).body.code).toBe('keys.not_found')
  await restore()
  expect(await bo.visible()).toEqual([key.id])
})

test('a new owner is offered back what they can give: no group of the former owner, nothing of their own, nobody who is gone', async () => {
  const { app, ann, bo, key, params, share_id, shares, revoke } = await start()
  const [cy, di] = [await app.signUp('cy@example.org'), await app.signUp('di@example.org')]
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  await ann.call(shareKey, { params, body: { group_id: group.id } })
  await revoke(await ann.share(key.id, cy.email))
  const withDi = await ann.share(key.id, di.email)
  await revoke(withDi)
  expect((await shares()).ended).toHaveLength(2)
  await app.db.updateTable('users').set({ deleted_at: app.clock.date() }).where('email', '=', cy.email).execute()
  expect((await shares()).ended).toMatchObject([{ id: withDi }])

  await handOver(ann, bo, key.id)
  const ended = await app.db.selectFrom('shares').where('key_id', '=', key.id).where('revoked_at', 'is not', null).select('id').execute()
  expect([ended.length, ended.some(({ id }) => id === share_id)]).toEqual([4, true])
  expect((await bo.call(listShares, { params })).body.ended).toMatchObject([{ id: withDi }])
  expect((await bo.call(restoreShare, { params: { ...params, share_id: withDi } })).status).toBe(200)
  expect(await di.visible()).toEqual([key.id])
})

test('a share that waited for an address reaches the person who has proven it since, when it is given again', async () => {
  const { app, ann, key, revoke, restore } = await start()
  const waiting = await ann.share(key.id, app.address('eve@example.org'))
  await revoke(waiting)
  const eve = await app.signUp('eve@example.org')
  await app.db.updateTable('users').set({ email_verified_at: app.clock.date() }).where('email', '=', eve.email).execute()
  await restore(waiting)
  expect(await eve.visible()).toEqual([key.id])
})

test('a share says when the secret was seen through it, until the key has another one', async () => {
  const { app, ann, bo, key, params, shares, revoke } = await start()
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })
  await ann.call(shareKey, { params, body: { group_id: group.id } })
  const seen = async () => (await shares()).data.map(({ secret_seen_at: at }) => at)
  expect(await seen()).toEqual([null, null])
  await bo.enterPin()
  await bo.call(showSecret, { params })
  expect(await seen()).toEqual(['2026-11-20T09:10:00.000Z', '2026-11-20T09:10:00.000Z'])
  await revoke()
  expect((await shares()).ended[0]?.secret_seen_at).toBe('2026-11-20T09:10:00.000Z')
  await app.db
    .insertInto('secret_rotations')
    .values({
      id: crypto.randomUUID(),
      key_id: key.id,
      rotated_at: new Date(app.clock.now() + 1),
      rotated_by: null,
      with_backup_codes: false,
    })
    .execute()
  expect(await seen()).toEqual([null])
})

test('a service account says when it was last handed a code', async () => {
  const { app, ann, params, shares } = await start()
  const owner = await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()
  const account = await makeServiceAccount(app, owner.id)
  await ann.call(shareKey, { params, body: { service_account_id: account.id } })
  const used = async () => (await shares()).data.find(({ service_account: program }) => program !== null)?.last_used_at
  expect(await used()).toBeNull()
  const { id: token_id } = await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['codes:take'] })
  const take = (overAt: string, state: 'handed' | 'timed_out') => ({
    id: crypto.randomUUID(),
    key_id: params.id,
    service_account_id: account.id,
    token_id,
    request_hash: Buffer.from('x'),
    state,
    asked_at: new Date(overAt),
    deadline: new Date(overAt),
    min_valid: 0,
    seen_at: new Date(overAt),
    over_at: new Date(overAt),
    counter: state === 'handed' ? 1 : null,
  })
  await app.db
    .insertInto('code_takes')
    .values([take('2026-11-20T08:00:00Z', 'handed'), take('2026-11-20T09:00:00Z', 'timed_out')])
    .execute()
  expect(await used()).toBe('2026-11-20T08:00:00.000Z')
})

test('contacts are the people of own keys and groups, each once, and a name tells nobody that there is an account', async () => {
  const { app, ann, bo, key } = await start()
  const contacts = async (person = ann) => (await person.call(listContacts, {})).body.data
  app.clock.advance(1000)
  const [capital, dee] = [app.address('New@example.org'), app.address('dee@example.org')]
  await ann.share(key.id, capital)
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  app.clock.advance(1000)
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: capital.toLowerCase() } })
  app.clock.advance(1000)
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: dee } })
  expect(await contacts()).toEqual([
    { email: dee, name: null },
    { email: capital, name: null },
    { email: bo.email, name: null },
  ])
  await bo.codes()
  await app.usage.flush()
  expect((await contacts()).at(-1)).toEqual({ email: bo.email, name: 'bo' })
  expect(await contacts(bo)).toEqual([])
})

test('copies are counted by days in UTC, today last', async () => {
  const { app, ann, bo, key, params } = await start()
  const copiedEarlier = (days: number) =>
    sql`update key_copies set copied_at = copied_at - make_interval(days => ${days}) where key_id = ${key.id}`.execute(app.db)
  const copies = async () => (await ann.call(keyUsage, { params, query: {} })).body.copies
  await bo.send('POST', `/api/keys/${key.id}/copied`, { body: {} })
  await copiedEarlier(1)
  await ann.send('POST', `/api/keys/${key.id}/copied`, { body: {} })
  await ann.send('POST', `/api/keys/${key.id}/copied`, { body: {} })
  expect(await copies()).toEqual([...Array<number>(28).fill(0), 1, 2])
  await copiedEarlier(29)
  expect(await copies()).toEqual([2, ...Array<number>(29).fill(0)])
})

test('a person who has not used a key yet is notified again, in the same words with an account or without', async () => {
  const { app, ann, bo, key, params, share_id, revoke } = await start()
  const stranger = app.address('new@example.org')
  const invited = await ann.share(key.id, stranger)
  const remind = (share: string) => ann.call(remindShare, { params: { ...params, share_id: share } })
  const mails = async () => [(await eventsOf(app, 'key.shared')).length, (await eventsOf(app, 'key.share.invited')).length]
  expect(await mails()).toEqual([1, 1])
  expect([(await remind(share_id)).body.message, (await remind(invited)).body.message]).toEqual([
    `E-mail is not set up here. The message to ${bo.email} waits until it is, so tell them yourself.`,
    `E-mail is not set up here. The message to ${stranger} waits until it is, so tell them yourself.`,
  ])
  expect(await mails()).toEqual([2, 2])
  // Nobody is flooded.
  for (let time = 0; time < 4; time += 1) expect((await remind(invited)).status).toBe(200)
  expect(await mails()).toEqual([2, 3])
  // Not even by patient attempts around the clock.
  for (let quarter = 0; quarter < 4 * 20; quarter += 1) {
    app.clock.advance(15 * 60_000)
    await app.db
      .updateTable('sessions')
      .set({ idle_expires_at: new Date(app.clock.now() + 3_600_000) })
      .execute()
    for (let time = 0; time < 3; time += 1) await remind(invited)
  }
  expect((await mails())[1]).toBe(24)
  await revoke()
  expect((await remind(share_id)).body.code).toBe('sharing.not_found')
  const late = await ann.share(key.id, app.address('late@example.org'), { expires_at: new Date(app.clock.now() + 1000).toISOString() })
  app.clock.advance(1000)
  expect((await remind(late)).body.code).toBe('sharing.not_found')
})
