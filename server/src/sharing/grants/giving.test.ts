import { limits } from '@twofold/contract/limits'
import { listKeys } from '@twofold/contract/keys'
import { previewDeletion } from '@twofold/contract/profile'
import { acceptInvitation } from '@twofold/contract/links'
import { changeShare, confirmShare, leaveKey, listShares, revokeShare, shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { eventsOf, newestToken } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp, testPassword, testPin } from '../../testing/start-test-app.ts'

const minute = 60_000
const hour = 60 * minute

const shared = shareApp(startTestApp)

async function start(app = shared()) {
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  return { app, ann, bo, key, params: { id: key.id } }
}

test('the answers to sharing with a known and an unknown address differ in nothing, and neither do the owner’s lists', async () => {
  const { app, ann, bo, key, params } = await start()
  const other = await ann.addKey('Mail')
  const ask = async (id: string, email: string) => {
    const { status, body, headers } = await ann.call(shareKey, { params: { id }, body: { email } })
    return JSON.stringify([status, body, headers.get('content-length')])
      .replaceAll(email, '@')
      .replaceAll(/[0-9a-f-]{36}/g, 'id')
  }
  expect(await ask(key.id, bo.email)).toBe(await ask(other.key.id, app.address('zz@example.org')))
  const list = async (id: string) =>
    (await ann.call(listShares, { params: { id } })).body.data.map(({ id: _id, email: _email, created_at: _at, ...rest }) => rest)
  expect(await list(key.id)).toEqual(await list(other.key.id))
  const own = (await ann.call(listKeys, {})).body.own_keys
  expect(own.map(({ shared_with }) => shared_with)).toEqual([1, 1])
  expect((await ann.call(previewDeletion, {})).body.people_losing_access).toBe(2)
  expect((await ann.call(listShares, { params })).body.data[0]).toMatchObject({ email: bo.email, name: null, last_shown_at: null })
})

test('an account has the key at once, sharing again changes the level, and with oneself nothing happens', async () => {
  const { app, ann, bo, key, params } = await start()
  const typed = bo.email.replace('bo', 'BO')
  const answer = await ann.call(shareKey, { params, body: { email: ` ${typed}` } })
  expect(answer.body).toMatchObject({ type: 'success', message: `Key shared with ${typed}.` })
  expect((await bo.call(listKeys, {})).body.shared_keys).toMatchObject([{ id: key.id, permission: 'view-only', group: null }])
  const again = await ann.call(shareKey, { params, body: { email: bo.email, permission: 'admin' } })
  expect(again.body).toMatchObject({ type: 'info', share_id: answer.body.share_id })
  expect((await bo.call(listKeys, {})).body.shared_keys).toMatchObject([{ permission: 'admin' }])
  expect((await ann.call(shareKey, { params, body: { email: bo.email, permission: 'admin' } })).body.type).toBe('info')
  expect((await ann.call(shareKey, { params, body: { email: ann.email } })).body).toMatchObject({ type: 'warning', share_id: null })
  expect((await bo.call(shareKey, { params, body: { email: app.address('cy@example.org') } })).body.code).toBe('keys.owner_only')
  const notices = await eventsOf(app, 'key.shared')
  expect(notices.map(({ data }) => data['share.permission'])).toEqual(['view', 'admin'])
})

test('an invitation takes effect with the account that its link makes, and with no other', async () => {
  const { app, ann, key, params } = await start()
  const cy = app.address('cy@example.org')
  await ann.share(key.id, cy)
  expect((await eventsOf(app, 'key.share.invited')).map(({ to }) => to)).toMatchObject([{ address: cy }])
  const token = await newestToken(app, 'key.share.invited')
  const account = { name: 'Cy', password: testPassword, password_confirmation: testPassword, pin: testPin }
  const { body } = await app.call(acceptInvitation, { body: { token, ...account } })
  const codes = await app.send<{ codes: { id: string }[] }>('GET', '/api/keys/generate-codes', {
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  expect(codes.body.codes.map(({ id }) => id)).toEqual([key.id])
  expect(await eventsOf(app, 'key.shared')).toHaveLength(1)

  // Nobody has proven this address: its account has to be vouched for.
  const share = await ann.share(key.id, app.address('di@example.org'))
  const di = await app.signUp('di@example.org')
  expect(await di.visible()).toEqual([])
  const vouched = await ann.call(confirmShare, { params: { ...params, share_id: share } })
  expect(await di.visible()).toEqual([key.id])
  const nobody = await ann.share(key.id, app.address('ed@example.org'))
  const unknown = await ann.call(confirmShare, { params: { ...params, share_id: nobody } })
  expect(unknown.body.message.replace('ed@', 'di@')).toBe(vouched.body.message)
})

test('the list names a person from their first code on, with when they were last shown and last copied one', async () => {
  const { app, ann, bo, key, params } = await start()
  await ann.share(key.id, bo.email, { expires_at: new Date(app.clock.now() + hour).toISOString() })
  await bo.codes()
  await bo.send('POST', `/api/keys/${key.id}/copied`)
  const [share] = (await ann.call(listShares, { params })).body.data
  expect(share).toMatchObject({ name: 'bo', is_expired: false, last_used_at: app.clock.date().toISOString() })
  expect(Date.parse(share?.last_shown_at ?? '')).toBe(Math.floor(app.clock.now() / hour) * hour)
})

test('revoked, expired or left: no code from the very next call on, and everybody concerned is notified once', async () => {
  const { app, ann, bo, key, params } = await start(await startTestApp())
  const reasons = async () => (await eventsOf(app, 'key.share.revoked')).map(({ data }) => data['share.reason'])
  const revoked = await ann.share(key.id, bo.email)
  expect(await bo.visible()).toEqual([key.id])
  await ann.call(revokeShare, { params: { ...params, share_id: revoked } })
  expect(await bo.visible()).toEqual([])
  expect((await ann.call(revokeShare, { params: { ...params, share_id: revoked } })).body.code).toBe('sharing.not_found')

  const timed = await ann.share(key.id, bo.email, { expires_at: new Date(app.clock.now() + minute).toISOString() })
  app.clock.advance(minute - 1)
  expect(await bo.visible()).toEqual([key.id])
  app.clock.advance(1)
  expect(await bo.visible()).toEqual([])
  const longer = { expires_at: new Date(app.clock.now() + minute).toISOString() }
  await ann.call(changeShare, { params: { ...params, share_id: timed }, body: longer })
  expect(await bo.visible()).toEqual([key.id])
  app.clock.advance(minute)
  await app.housekeeping()
  expect(await app.grants.endExpired()).toBe(0)

  await ann.share(key.id, bo.email)
  expect((await bo.call(leaveKey, { params })).status).toBe(200)
  expect(await bo.visible()).toEqual([])
  expect((await ann.call(leaveKey, { params })).body.code).toBe('sharing.own_key')
  expect(await reasons()).toEqual(['revoked', 'expired', 'left'])
})

test('a time in the past, no target and two targets are refused on their field', async () => {
  const { app, ann, params } = await start()
  const past = { email: 'bo@example.org', expires_at: app.clock.date().toISOString() }
  expect((await ann.call(shareKey, { params, body: past })).body.errors).toHaveProperty('expires_at')
  expect((await ann.call(shareKey, { params, body: {} })).body.errors).toHaveProperty('email')
  const both = { email: 'bo@example.org', group_id: crypto.randomUUID() }
  expect((await ann.call(shareKey, { params, body: both })).body.errors).toHaveProperty('email')
})

test('several keys are shared at once, each with its own result, and announced in one e-mail', async () => {
  const { app, ann, bo, key } = await start()
  const mail = await ann.addKey('Mail')
  const foreign = await bo.addKey('Foreign')
  await ann.share(key.id, bo.email)
  const { body } = await ann.call(shareKeys, {
    body: { key_ids: [mail.key.id, key.id, foreign.key.id], email: bo.email, permission: 'admin' },
  })
  expect(body.type).toBe('success')
  const outcomes = new Map(body.results.map(({ id, outcome }) => [id, outcome]))
  expect(outcomes).toEqual(
    new Map([
      [mail.key.id, 'shared'],
      [key.id, 'changed'],
      [foreign.key.id, 'not_found'],
    ]),
  )
  expect(await bo.visible()).toEqual([key.id, mail.key.id, foreign.key.id].toSorted())
  expect((await eventsOf(app, 'key.shared')).map(({ data }) => data['key.name'])).toEqual(['Code host', 'Code host and Mail'])
})

test('twenty new addresses a day for an owner, and three e-mails in a quarter of an hour for an address', async () => {
  const { app, ann, bo, params } = await start()
  const shareWith = (email: string) => ann.call(shareKey, { params, body: { email } })
  for (let index = 0; index < limits.invitationsPerDay - 1; index++)
    expect((await shareWith(app.address(`n${index}@example.org`))).status).toBe(200)
  const atOnce = await Promise.all([app.address('x1@example.org'), app.address('x2@example.org'), bo.email].map(shareWith))
  expect(atOnce.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429])
  expect((await shareWith(app.address('n0@example.org'))).status).toBe(200)
  await app.db
    .updateTable('share_contacts')
    .set({ since: new Date(app.clock.now() - 24 * hour) })
    .execute()
  expect((await shareWith(app.address('later@example.org'))).status).toBe(200)

  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const { key } = await bo.addKey(name)
    await bo.share(key.id, app.address('flooded@example.org'))
  }
  const mails = (await eventsOf(app, 'key.share.invited')).filter(({ to }) => JSON.stringify(to).includes('flooded'))
  expect(mails).toHaveLength(limits.shareMailsPerRecipient)
})

test('an owner who shared with twenty new addresses shares with another one as soon as the first of them is a day ago', async () => {
  const { app, ann, params } = await start()
  const shareWith = async (name: string) => {
    const { status, headers, body } = await ann.call(shareKey, { params, body: { email: app.address(`${name}@example.org`) } })
    return [status, headers.get('retry-after'), status === 429 ? body.message : '']
  }
  const { id: owner_id } = await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()
  const since = (milliseconds: number) => new Date(app.clock.now() - milliseconds)
  const contacts = Array.from({ length: limits.invitationsPerDay - 1 }, (_, index) => ({
    owner_id,
    email_normalized: `n${index}@example.org`,
    since: index === 0 ? since(1.5 * hour) : since(hour),
  }))
  // Longer ago than counts.
  contacts.push({ owner_id, email_normalized: 'former@example.org', since: since(24 * hour) })
  await app.db.insertInto('share_contacts').values(contacts).execute()
  const refusal = (hours: string) => `You have shared with 20 new addresses today. Please try again in ${hours}.`
  expect(await shareWith('twentieth')).toEqual([200, null, ''])
  expect(await shareWith('late')).toEqual([429, '81000', refusal('23 hours')])
  const change = app.db.updateTable('share_contacts').where('owner_id', '=', owner_id).where('email_normalized', '=', 'n0@example.org')
  await change.set({ since: since(24 * hour - 1) }).execute()
  expect(await shareWith('late')).toEqual([429, '1', refusal('1 hour')])
  await change.set({ since: since(24 * hour) }).execute()
  expect(await shareWith('late')).toEqual([200, null, ''])
})

test('the number of e-mails to an address is kept for a day', async () => {
  const { app, bo, ann, params } = await start()
  const kept = async () => {
    for (const task of app.invitations.removable(app.db)) await task.removeBatch(app.db)
    return (await app.db.selectFrom('share_mails').where('email_normalized', '=', bo.email).select('id').execute()).length
  }
  await ann.call(shareKey, { params, body: { email: bo.email } })
  expect(await kept()).toBe(1)
  app.clock.advance(24 * hour - 1)
  expect(await kept()).toBe(1)
  app.clock.advance(1)
  expect(await kept()).toBe(0)
})

test('an address gets no more e-mails in a day than it may, however far apart they are', async () => {
  const { app, ann, bo, params } = await start()
  const sent_at = new Date(app.clock.now() - hour)
  const mails = Array.from({ length: limits.shareMailsPerRecipientDaily - 1 }, () => ({
    id: crypto.randomUUID(),
    email_normalized: bo.email,
    sent_at,
  }))
  await app.db.insertInto('share_mails').values(mails).execute()
  await ann.call(shareKey, { params, body: { email: bo.email } })
  const { key } = await ann.addKey('Mail')
  await ann.share(key.id, bo.email)
  expect((await eventsOf(app, 'key.shared')).map(({ data }) => data['key.name'])).toEqual(['Code host'])
  // Keys of an address without notices are theirs anyway.
  expect(await bo.visible()).toHaveLength(2)
})
