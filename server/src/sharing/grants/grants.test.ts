import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { limits } from '@twofold/contract/limits'
import { listActivity } from '@twofold/contract/profile'
import { changeShare, confirmShare, leaveKey, listShares, revokeShare, shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { eventsOf } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'

const minute = 60_000
const shared = shareApp(startTestApp)

async function start(app = shared()) {
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const stranger = app.address('zz@example.org')
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  const happened = async (person: typeof ann) =>
    (await person.call(listActivity, { query: {} })).body.data.map(({ description }) => description)
  const share = async (body: object) => (await ann.send<Record<string, string>>('POST', `/api/keys/${key.id}/share`, { body })).body
  const shares = async () => (await ann.call(listShares, { params })).body.data
  const notices = async () =>
    (await eventsOf(app, 'key.shared')).map(({ data }) => [data['key.name'], data['share.permission'], data['share.expires_at']])
  const invited = async () =>
    (await eventsOf(app, 'key.share.invited')).map(({ to }) => (to !== undefined && 'address' in to ? to.address : undefined))
  const after = (milliseconds: number) => new Date(app.clock.now() + milliseconds).toISOString()
  return { app, ann, bo, stranger, key, params, group, happened, share, shares, notices, invited, after }
}

test('each way a share begins, changes and ends stands in the activity of its owner, and leaving in that of both', async () => {
  const { app, ann, bo, params, happened, share, after } = await start(await startTestApp())
  const first = await share({ email: bo.email })
  await ann.call(changeShare, { params: { ...params, share_id: first['share_id'] ?? '' }, body: { permission: 'admin' } })
  await share({ email: bo.email })
  await ann.call(revokeShare, { params: { ...params, share_id: first['share_id'] ?? '' } })
  await share({ email: bo.email, expires_at: after(minute) })
  app.clock.advance(minute)
  expect(await app.grants.endExpired()).toBe(1)
  await share({ email: bo.email })
  await bo.call(leaveKey, { params })
  expect((await happened(ann)).slice(0, 8)).toEqual([
    'Key Code host was given back',
    'Key Code host shared with bo@example.org',
    'Access of bo@example.org to Code host has expired',
    'Key Code host shared with bo@example.org',
    'Access of bo@example.org to Code host ended',
    'Access of bo@example.org to Code host changed',
    'Access of bo@example.org to Code host changed',
    'Key Code host shared with bo@example.org',
  ])
  expect((await happened(bo))[0]).toBe('Key Code host was given back')
})

test('the owner reads what became of the access, in words that depend on nobody behind the address', async () => {
  const { app, ann, bo, stranger, key, share } = await start()
  const mail = await ann.addKey('Mail')
  for (const email of [bo.email, stranger]) {
    expect(await share({ email })).toMatchObject({ message: `Key shared with ${email}.`, type: 'success' })
    expect(await share({ email })).toMatchObject({ message: `${email} has this access already.`, type: 'info' })
    expect(await share({ email, permission: 'admin' })).toMatchObject({
      message: `The access of ${email} is now: full control.`,
      type: 'info',
    })
    expect(await share({ email })).toMatchObject({ message: `The access of ${email} is now: view only.` })
    const both = await ann.call(shareKeys, { body: { key_ids: [key.id, mail.key.id], email } })
    expect(both.body.message).toBe(`Key shared with ${email}.`)
  }
  const newcomer = app.address('new@example.org')
  const two = await ann.call(shareKeys, { body: { key_ids: [key.id, mail.key.id], email: newcomer } })
  expect(two.body.message).toBe(`2 keys shared with ${newcomer}.`)
  const own = await ann.call(shareKeys, { body: { key_ids: [key.id], email: ann.email } })
  expect(own.body).toMatchObject({ message: 'These keys are already yours.', type: 'warning', results: [] })
  const none = await ann.call(shareKeys, { body: { key_ids: [crypto.randomUUID()], email: bo.email } })
  expect(none.body).toMatchObject({ message: 'None of these keys can be shared.', type: 'warning' })
})

test('nobody is notified of an unchanged share, and a person who waits for an account is invited once', async () => {
  const { bo, stranger, share, notices, invited, after } = await start()
  await share({ email: bo.email })
  await share({ email: bo.email })
  const end = after(minute)
  await share({ email: bo.email, expires_at: end })
  await share({ email: bo.email, expires_at: end })
  expect(await notices()).toHaveLength(2)
  await share({ email: stranger })
  await share({ email: stranger, permission: 'admin' })
  expect(await invited()).toEqual([stranger])
})

test('a share that has run out is not changed but made again', async () => {
  const { app, bo, key, share, shares, after } = await start()
  const first = await share({ email: bo.email, expires_at: after(minute) })
  app.clock.advance(minute)
  expect(await bo.visible()).toEqual([])
  expect((await shares()).map(({ is_expired: isExpired }) => isExpired)).toEqual([true])
  const second = await share({ email: bo.email })
  expect(second).toMatchObject({ type: 'success', message: `Key shared with ${bo.email}.` })
  expect(second['share_id']).not.toBe(first['share_id'])
  expect(await bo.visible()).toEqual([key.id])
  expect((await shares()).map(({ id, is_expired: isExpired }) => [id, isExpired])).toEqual([[second['share_id'], false]])
})

test('a field that a change does not name stays as it was, and an end can be taken away', async () => {
  const { ann, bo, params, share, shares, after } = await start()
  const end = after(minute)
  const { share_id = '' } = await share({ email: bo.email, permission: 'admin', expires_at: end })
  const change = async (body: { permission?: 'view' | 'admin'; expires_at?: string | null }) => {
    expect((await ann.call(changeShare, { params: { ...params, share_id }, body })).body.message).toBe('Access changed.')
    return (await shares()).map(({ permission, expires_at: expiresAt }) => [permission, expiresAt])
  }
  expect(await change({ permission: 'view' })).toEqual([['view-only', end]])
  expect(await change({ expires_at: after(2 * minute) })).toEqual([['view-only', after(2 * minute)]])
  expect(await change({ expires_at: null })).toEqual([['view-only', null]])
})

test('members of a group are notified when its access changes, its owner is not, and a waiting person is invited with the first key', async () => {
  const { app, ann, bo, stranger, params, group, share, notices, invited } = await start()
  for (const email of [bo.email, stranger]) await ann.call(addGroupMember, { params: { id: group.id }, body: { email } })
  const { share_id = '', message } = await share({ group_id: group.id })
  expect(message).toBe('Key shared with Operations.')
  expect([await notices(), await invited()]).toEqual([[['Code host', 'view', '']], [stranger]])
  await ann.call(changeShare, { params: { ...params, share_id }, body: { permission: 'admin' } })
  await ann.call(changeShare, { params: { ...params, share_id }, body: { permission: 'admin' } })
  expect(await notices()).toEqual([
    ['Code host', 'view', ''],
    ['Code host', 'admin', ''],
  ])
  const mail = await ann.addKey('Mail')
  await ann.call(shareKey, { params: { id: mail.key.id }, body: { group_id: group.id } })
  expect([(await notices()).length, await invited()]).toEqual([3, [stranger]])
  const ended = await ann.call(revokeShare, { params: { ...params, share_id } })
  expect(ended.body.message).toBe('Access of Operations ended.')
  expect((await eventsOf(app, 'key.share.revoked')).map(({ data }) => data['key.name'])).toEqual(['Code host'])
  expect(await bo.visible()).toEqual([mail.key.id])
})

test('a person who the owner vouches for is notified once, and nobody else comes in by it', async () => {
  const { app, ann, bo, stranger, params, share, notices } = await start()
  const { share_id = '' } = await share({ email: stranger, permission: 'admin' })
  const confirm = (id: string) => ann.call(confirmShare, { params: { ...params, share_id: id } })
  const zz = await app.signUp('zz@example.org')
  await confirm(share_id)
  await confirm(share_id)
  expect([await notices(), await zz.visible()]).toEqual([[['Code host', 'admin', '']], [params.id]])
  const known = await share({ email: bo.email })
  await confirm(known['share_id'] ?? '')
  expect(await notices()).toHaveLength(2)
  expect((await confirm(crypto.randomUUID())).body.code).toBe('sharing.not_found')
})

test('a person who leaves reads which access they still have', async () => {
  const { ann, bo, params, group, share } = await start()
  await share({ email: bo.email })
  expect((await bo.call(leaveKey, { params })).body.message).toBe('You have left Code host.')
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })
  await share({ group_id: group.id })
  await share({ email: bo.email })
  expect((await bo.call(leaveKey, { params })).body.message).toBe('You still have Code host through Operations.')
  const refused = await bo.call(leaveKey, { params })
  expect([refused.body.code, refused.body.parameters]).toEqual(['sharing.through_group', { group: 'Operations' }])
})

test('a key has so many shares', async () => {
  const { app, params, share } = await start()
  await share({ email: app.address('first@example.org') })
  const { id: _id, ...row } = await app.db.selectFrom('shares').selectAll().where('key_id', '=', params.id).executeTakeFirstOrThrow()
  const rows = Array.from({ length: limits.sharesPerKey - 2 }, (_, index) => ({
    ...row,
    id: crypto.randomUUID(),
    email: `n${index}@example.org`,
    email_normalized: `n${index}@example.org`,
  }))
  await app.db.insertInto('shares').values(rows).execute()
  expect(await share({ email: app.address('last@example.org') })).toMatchObject({ type: 'success' })
  expect(await share({ email: app.address('more@example.org') })).toMatchObject({ code: 'sharing.limit_reached' })
  expect(await share({ email: app.address('first@example.org'), permission: 'admin' })).toMatchObject({ type: 'info' })
})

test('shares that have run out end in batches of 100, but for keys that are deleted', async () => {
  const { app, ann, bo, share, after } = await start(await startTestApp())
  await share({ email: bo.email, expires_at: after(minute) })
  const gone = await ann.addKey('Gone')
  await ann.call(shareKey, { params: { id: gone.key.id }, body: { email: bo.email, expires_at: after(minute) } })
  await app.db.updateTable('keys').set({ deleted_at: app.clock.date() }).where('id', '=', gone.key.id).execute()
  const { id: _id, ...row } = await app.db.selectFrom('shares').selectAll().where('key_id', '!=', gone.key.id).executeTakeFirstOrThrow()
  const rows = Array.from({ length: 118 }, (_, index) => ({
    ...row,
    id: crypto.randomUUID(),
    recipient_id: null,
    email: `n${index}@example.org`,
    email_normalized: `n${index}@example.org`,
  }))
  await app.db.insertInto('shares').values(rows).execute()
  app.clock.advance(minute)
  expect(await app.grants.endExpired()).toBe(120)
  const endings = await eventsOf(app, 'key.share.revoked')
  expect(endings.map(({ data }) => [data['key.name'], data['share.reason']])).toEqual([['Code host', 'expired']])
})

test('a person who had a key in two ways that run out together is notified once', async () => {
  const { app, ann, bo, group, happened, share, after } = await start(await startTestApp())
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })
  await share({ email: bo.email, expires_at: after(minute) })
  await share({ group_id: group.id, expires_at: after(2 * minute) })
  app.clock.advance(2 * minute)
  expect(await app.grants.endExpired()).toBe(2)
  expect((await eventsOf(app, 'key.share.revoked')).map(({ data }) => data['share.reason'])).toEqual(['expired'])
  expect((await happened(bo)).filter((what) => what.includes('expired'))).toHaveLength(1)
})

test('every wrong field of a share is named at once, also an end in the past', async () => {
  const { ann, bo, key, params, share, shares, after } = await start()
  const expires_at = after(-minute)
  const wrong = { permission: 'owner', expires_at }
  const fieldsOf = async (method: string, path: string, body: object) =>
    Object.keys((await ann.send(method, `/api${path}`, { body })).body.errors ?? {}).toSorted()
  const one = `/keys/${params.id}/share`
  expect(await fieldsOf('POST', one, { ...wrong, email: bo.email })).toEqual(['expires_at', 'permission'])
  expect(await fieldsOf('POST', '/keys/share', { ...wrong, email: bo.email, key_ids: [key.id] })).toEqual(['expires_at', 'permission'])
  await share({ email: bo.email })
  const [made] = await shares()
  expect(await fieldsOf('PATCH', `/keys/${params.id}/shares/${made?.id ?? ''}`, wrong)).toEqual(['expires_at', 'permission'])
})
