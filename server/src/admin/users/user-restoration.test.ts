import { listAudit } from '@twofold/contract/admin/audit'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getLeaver } from '@twofold/contract/admin/leavers'
import { getUser, listUserKeys } from '@twofold/contract/admin/user-detail'
import { createUser, deleteUser, inviteUser, listUsers, setUserStatus } from '@twofold/contract/admin/users'
import { previewRestore, restoreUser } from '@twofold/contract/admin/restored-users'
import { generateCodes } from '@twofold/contract/codes'
import { addGroup, addGroupMember } from '@twofold/contract/groups'
import { deleteKey, listKeys, showSecret } from '@twofold/contract/keys'
import { resetPassword } from '@twofold/contract/links'
import { verifyPin } from '@twofold/contract/pin'
import { deleteProfile, listActivity } from '@twofold/contract/profile'
import { getCurrentUser, signIn, signUp } from '@twofold/contract/sessions'
import { revokeShare, shareKey } from '@twofold/contract/sharing'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { addProvider, eventsOf, newestToken } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice } from '../../testing/start-office.ts'
import type { TestOffice } from '../../testing/start-office.ts'
import { createPerson, testPassword, testPin } from '../../testing/start-test-app.ts'

const day = 24 * 60 * 60 * 1000

const shared = shareApp(startOffice)

async function started(app: TestOffice = shared()) {
  const [bo, cy, di] = [
    await app.signUp('bo@example.org', 'Bo Sample'),
    await app.signUp('cy@example.org', 'Cy Sample'),
    await app.signUp('di@example.org', 'Di Sample'),
  ]
  const ids = { bo: await app.idOf(bo.email), cy: await app.idOf(cy.email), di: await app.idOf(di.email) }
  const params = { id: ids.bo }
  const remove = async (id = ids.bo) => expect((await app.admin.call(deleteUser, { params: { id } })).status).toBe(200)
  const restore = (id = ids.bo, email?: string) =>
    app.admin.call(restoreUser, { params: { id }, body: email === undefined ? {} : { email } })
  const preview = async (id = ids.bo) => (await app.admin.call(previewRestore, { params: { id } })).body
  const enter = async (email: string, password: string) => {
    const answer = await app.call(signIn, { body: { email, password } })
    return { answer, person: createPerson(app.url, email, answer.body.access_token ?? '') }
  }
  return { ...app, bo, cy, di, ids, params, remove, restore, preview, enter }
}

test('keys and shares come back as they were where they are still valid; sessions and what ended before do not', async () => {
  const app = await started(await startOffice())
  const { bo, cy, di } = app
  const [host, mail, gone] = [await bo.addKey('Code host'), await bo.addKey('Mail'), await bo.addKey('Gone')]
  await bo.share(host.key.id, cy.email, { permission: 'admin' })
  await bo.share(mail.key.id, cy.email, { expires_at: new Date(app.clock.now() + day).toISOString() })
  const before = await bo.share(host.key.id, di.email)
  await bo.call(revokeShare, { params: { id: host.key.id, share_id: before ?? '' } })
  await bo.share(gone.key.id, cy.email)
  const waiting = await bo.share(host.key.id, 'nobody-yet@example.org')
  const own = (await bo.call(addGroup, { body: { name: 'Mine' } })).body.group
  await bo.call(addGroupMember, { params: { id: own.id }, body: { email: di.email } })
  await bo.call(shareKey, { params: { id: mail.key.id }, body: { group_id: own.id } })
  const [ofCy, ofDi, endsBefore] = [await cy.addKey('Of Cy'), await di.addKey('Of Di'), await di.addKey('Ended by Di')]
  await cy.share(ofCy.key.id, bo.email)
  await di.share(endsBefore.key.id, bo.email)
  const group = (await di.call(addGroup, { body: { name: 'Operations' } })).body.group
  await di.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })
  await di.call(shareKey, { params: { id: ofDi.key.id }, body: { group_id: group.id } })
  const had = { bo: await bo.visible(), di: await di.visible() }

  await bo.call(deleteKey, { params: { id: gone.key.id } })
  await app.remove()
  expect(await cy.visible()).toEqual([ofCy.key.id])
  await di.call(deleteKey, { params: { id: endsBefore.key.id } })
  app.clock.advance(2 * day)
  // The one with Mail ran out meanwhile, and so did every session.
  const again = { cy: await app.enter(cy.email, testPassword), di: await app.enter(di.email, testPassword) }
  const admin = (await app.enter(app.admin.email, testPassword)).person
  const { body: counted } = await admin.call(previewRestore, { params: app.params })
  expect(counted).toMatchObject({ keys: 2, shares_given: 3, shares_received: 1, groups: 1, is_address_taken: false, is_deactivated: false })

  const restored = await admin.call(restoreUser, { params: app.params, body: {} })
  expect([restored.status, restored.body.message]).toEqual([
    200,
    'The user is restored. E-mail is not set up: make a reset link and hand it over.',
  ])
  expect(await again.cy.person.visible()).toEqual([host.key.id, ofCy.key.id].toSorted())
  expect((await again.cy.person.call(listKeys, {})).body.shared_keys).toMatchObject([{ id: host.key.id, permission: 'admin' }])
  expect(await again.di.person.visible()).toEqual(had.di.filter((id) => id !== endsBefore.key.id))
  const { data: members } = {
    data: await app.db.selectFrom('group_members').where('user_id', '=', app.ids.bo).select('group_id').execute(),
  }
  expect(members).toEqual([{ group_id: group.id }])
  const shares = await app.db.selectFrom('shares').where('revoked_at', 'is', null).select('id').execute()
  expect(shares.map(({ id }) => id)).toContain(waiting)
  expect((await bo.call(getCurrentUser, {})).status).toBe(401)
  expect(await app.db.selectFrom('sessions').where('user_id', '=', app.ids.bo).select('id').execute()).toEqual([])
  // What Bo sees again is what Bo had, but for the keys that are gone.
  const { rows } = { rows: await app.db.selectFrom('key_access').where('user_id', '=', app.ids.bo).select('key_id').distinct().execute() }
  expect(rows.map(({ key_id: id }) => id).toSorted()).toEqual(had.bo.filter((id) => id !== gone.key.id && id !== endsBefore.key.id))
  for (const table of ['shares_ended_with_account', 'memberships_ended_with_account', 'account_deletions'] as const) {
    expect(await app.db.selectFrom(table).select('user_id').execute()).toEqual([])
  }
})

test('the person is mailed a link to a new password, keeps the PIN, and secrets stay closed for a day', async () => {
  const app = await started(await startOffice())
  const { key } = await app.bo.addKey('Code host')
  await app.remove()
  await addProvider(app)
  expect((await app.restore()).body.message).toBe('The user is restored. A link to a new password is on its way to bo@example.org.')
  expect((await app.enter(app.bo.email, testPassword)).answer.body.code).toBe('auth.invalid_credentials')
  const [mail] = await eventsOf(app, 'admin.user.restored')
  expect(mail).toMatchObject({ to: { user_id: app.ids.bo }, data: { 'actor.name': expect.any(String) as string } })
  const token = await newestToken(app, 'admin.user.restored')
  const password = 'another-horse-battery'
  expect((await app.call(resetPassword, { body: { token, password, password_confirmation: password } })).status).toBe(200)
  const { person } = await app.enter(app.bo.email, password)
  expect((await person.call(verifyPin, { body: { pin: testPin } })).status).toBe(200)
  expect((await person.call(showSecret, { params: { id: key.id } })).status).toBe(403)
  app.clock.advance(day + 1)
  const { person: later } = await app.enter(app.bo.email, password)
  await later.call(verifyPin, { body: { pin: testPin } })
  expect((await later.call(showSecret, { params: { id: key.id } })).status).toBe(200)
})

test('restoring is written down for administrators, for the person, and for those whose keys are shared again', async () => {
  const app = await started()
  const { key } = await app.cy.addKey('Of Cy')
  await app.cy.share(key.id, app.bo.email)
  const own = await app.bo.addKey('Code host')
  await app.bo.share(own.key.id, app.di.email)
  await app.remove()
  await app.restore()
  const { data } = (await app.admin.call(listAudit, { query: { action: 'user.restored' } })).body
  expect(data.filter(({ target }) => target?.id === app.ids.bo)).toMatchObject([
    {
      title: 'Deleted user restored',
      target: { id: app.ids.bo, name: 'Bo Sample' },
      after: { email: app.bo.email, is_active: true, shares: 2 },
    },
  ])
  const kinds = async (id: string) =>
    (await app.db.selectFrom('activity').where('user_id', '=', id).select(['kind', 'actor_name']).orderBy('id', 'desc').execute()).map(
      ({ kind }) => kind,
    )
  expect(await kinds(app.ids.bo)).toContain('account_restored')
  const activity = async (person: typeof app.bo) =>
    (await person.call(listActivity, { query: {} })).body.data.map(({ description }) => description)
  expect(await activity(app.cy)).toContain(`Key Of Cy is shared with ${app.bo.email} again, whose account was restored`)
  expect((await activity(app.di)).filter((text) => text === 'Key Code host was shared with you')).toHaveLength(2)
})

test('the address is free at once: it can be invited, created and signed up with, and nothing of the old account is there', async () => {
  const app = await started(await startOffice())
  await addProvider(app)
  const { key } = await app.cy.addKey('Of Cy')
  await app.cy.share(key.id, app.bo.email)
  await app.bo.addKey('Code host')
  await app.remove()
  expect((await app.admin.call(inviteUser, { body: { email: app.bo.email, delivery: 'mail' } })).status).toBe(201)
  const created = await app.admin.call(createUser, {
    body: { name: 'Bo the Second', email: 'BO@example.org', role: 'user', password: testPassword },
  })
  expect(created.status).toBe(201)
  const { user } = created.body
  expect(user).toMatchObject({ two_fa_keys_count: 0, received_shares_count: 0, deleted_at: null })
  const twice = await app.admin.call(createUser, { body: { name: 'Third', email: app.bo.email, role: 'user', password: testPassword } })
  expect(twice.body.code).toBe('auth.email_taken')
  await app.remove(user.id)
  const signedUp = await app.call(signUp, {
    body: { name: 'Bo the Fourth', email: app.bo.email, password: testPassword, password_confirmation: testPassword, pin: testPin },
  })
  expect(signedUp.status).toBe(201)
  expect((await app.admin.call(listUsers, { query: { status: 'deleted' } })).body.data.map(({ name }) => name)).toEqual([
    'Bo Sample',
    'Bo the Second',
  ])
})

test('where the address was taken meanwhile, restoring says so and takes another one, of which the old address is told', async () => {
  const app = await started()
  await app.bo.addKey('Code host')
  await app.remove()
  await app.signUp('bo@example.org', 'Bo the Second')
  expect(await app.preview()).toMatchObject({ is_address_taken: true, email: app.bo.email })
  const refused = await app.restore()
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'users.address_taken',
    `Another account uses ${app.bo.email} now. Enter another e-mail address for the restored account.`,
  ])
  expect((await app.restore(app.ids.bo, app.cy.email)).body.code).toBe('users.address_taken')
  expect((await app.restore(app.ids.bo, 'not an address')).status).toBe(422)
  const free = app.address('bo2@example.org')
  expect((await app.restore(app.ids.bo, free)).status).toBe(200)
  const { user } = (await app.admin.call(getUser, { params: app.params })).body
  expect(user).toMatchObject({ email: free, email_verified: false, two_fa_keys_count: 1, deletion: null })
  expect((await eventsOf(app, 'user.profile.updated')).map(({ to }) => to)).toEqual([{ address: app.bo.email, name: 'Bo Sample' }])
  // A link to an address that the administrator chose proves nothing about its person.
  const links = await app.db
    .selectFrom('one_time_links')
    .where('user_id', '=', app.ids.bo)
    .where('void_at', 'is', null)
    .where('purpose', '=', 'reset_password')
    .select('created_by')
    .execute()
  expect(links).toEqual([{ created_by: await app.idOf(app.admin.email) }])
})

test('after 30 days an account cannot be restored, and is removed without what came for its address since', async () => {
  const app = await started(await startOffice())
  await app.remove()
  const second = await app.signUp(app.bo.email, 'Bo the Second')
  const secondId = (await app.db.selectFrom('users').where('name', '=', 'Bo the Second').select('id').executeTakeFirstOrThrow()).id
  const mail = (userId: string | null, created: number) => ({
    id: uuid(),
    category: 'notification' as const,
    class: 'optional' as const,
    event_name: 'key.shared',
    user_id: userId,
    recipient_email: second.email,
    subject: 'Hello',
    message_id: uuid(),
    queue: 'done' as const,
    due_at: new Date(created),
    created_at: new Date(created),
  })
  const [theirs, old, fresh, ofSecond] = [
    mail(app.ids.bo, app.clock.now()),
    mail(null, app.clock.now() - day),
    mail(null, app.clock.now() + 1),
    mail(secondId, app.clock.now() + 1),
  ]
  await app.db.deleteFrom('email_logs').execute()
  await app.db.insertInto('email_logs').values([theirs, old, fresh, ofSecond]).execute()
  app.clock.advance(30 * day)
  const { person: admin } = await app.enter(app.admin.email, testPassword)
  const late = await admin.call(restoreUser, { params: app.params, body: {} })
  expect([late.status, late.body.code, late.body.message]).toEqual([
    409,
    'users.restore_over',
    'This user was deleted more than 30 days ago and cannot be restored any more.',
  ])
  expect(await app.deletion.purge()).toMatchObject({ people: 1 })
  expect((await app.db.selectFrom('email_logs').select('id').execute()).map(({ id }) => id).toSorted()).toEqual(
    [fresh.id, ofSecond.id].toSorted(),
  )
  expect((await admin.call(restoreUser, { params: app.params, body: {} })).body.code).toBe('users.not_found')
})

test('a share between two deleted people comes back with the one who is restored last', async () => {
  const app = await started()
  const { key } = await app.bo.addKey('Code host')
  await app.bo.share(key.id, app.cy.email)
  const other = await app.cy.addKey('Of Cy')
  await app.cy.share(other.key.id, app.bo.email)
  const grants = async () =>
    (
      await app.db
        .selectFrom('live_shares')
        .where('key_id', 'in', [key.id, other.key.id])
        .select(['key_id', 'recipient_id'])
        .orderBy('key_id')
        .execute()
    ).map(({ key_id: id }) => id)
  const both = await grants()
  await app.remove(app.ids.bo)
  await app.remove(app.ids.cy)
  expect(await app.preview(app.ids.bo)).toMatchObject({ shares_given: 0, shares_received: 0 })
  await app.restore(app.ids.bo)
  expect(await grants()).toEqual([])
  await app.restore(app.ids.cy)
  expect(await grants()).toEqual(both)
})

test('what an owner shared anew with the address, or handed over, is not shared with the restored account as well', async () => {
  const app = await started()
  const [host, moved] = [await app.cy.addKey('Host'), await app.cy.addKey('Moved')]
  await app.cy.share(host.key.id, app.bo.email)
  await app.cy.share(moved.key.id, app.bo.email)
  await app.remove()
  await app.cy.share(host.key.id, app.bo.email)
  await app.db.updateTable('keys').set({ owner_id: app.ids.di }).where('id', '=', moved.key.id).execute()
  expect((await app.restore()).status).toBe(200)
  expect(await app.db.selectFrom('live_shares').where('recipient_id', '=', app.ids.bo).select('key_id').execute()).toEqual([])
})

test('who was deactivated before the deletion is deactivated again, and what the leaver plan had to decide is open again', async () => {
  const app = await started()
  await app.bo.addKey('Code host')
  await app.admin.call(setUserStatus, { params: app.params, body: { is_active: false } })
  await app.remove()
  expect(await app.preview()).toMatchObject({ is_deactivated: true })
  await app.restore()
  expect((await app.admin.call(getUser, { params: app.params })).body.user.is_active).toBe(false)
  expect((await app.admin.call(getLeaver, { params: app.params })).body.plan).toMatchObject({ state: 'open', owned: { done: 0, total: 1 } })
})

test('who was active finds the leaver plan of the deletion closed', async () => {
  const app = await started()
  const { key } = await app.bo.addKey('Code host')
  await app.bo.share(key.id, app.cy.email)
  await app.remove()
  await app.restore()
  expect((await app.admin.call(getLeaver, { params: app.params })).body.plan).toMatchObject({ state: 'reactivated' })
})

test('of two who restore at once one does it; restoring and making an account with the address leave one of both', async () => {
  const app = await started()
  await app.remove()
  const answers = await Promise.all([app.restore(), app.restore(), app.restore()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await app.remove()
  const [restored, created] = await Promise.all([
    app.restore(),
    app.admin.call(createUser, { body: { name: 'Second', email: app.bo.email, role: 'user', password: testPassword } }),
  ])
  expect([restored.status === 200, created.status === 201].filter(Boolean)).toHaveLength(1)
  expect([200, 409]).toContain(restored.status)
  expect([201, 422]).toContain(created.status)
})

test('nobody but administrators restores, nobody who is not deleted is restored, and wrong ids and fields are refused', async () => {
  const app = await started()
  await app.remove()
  expect((await app.cy.call(restoreUser, { params: app.params, body: {} })).status).toBe(403)
  expect((await app.cy.call(previewRestore, { params: app.params })).status).toBe(403)
  expect((await app.restore(app.ids.cy)).body.code).toBe('users.not_deleted')
  expect((await app.restore(uuid())).body.code).toBe('users.not_found')
  for (const [path, body] of [
    ['nonsense', {}],
    [app.ids.bo, { email: 7 }],
    [app.ids.bo, { email: 'a\r\nb@example.org' }],
    [app.ids.bo, { email: '\u0000@example.org' }],
    [app.ids.bo, { unknown: true }],
  ] as const) {
    expect((await app.admin.send('POST', `/api/admin/users/${path}/restore`, { body })).status).toBe(422)
  }
})

test('the list finds deleted users by their own filter, the detail says until when and by whom, and nothing else opens', async () => {
  const app = await started(await startOffice())
  await app.bo.addKey('Code host')
  await app.remove()
  await app.cy.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } })
  const list = async (query: { status?: 'deleted' | 'active'; search?: string }) => (await app.admin.call(listUsers, { query })).body
  expect((await list({})).data.map(({ name }) => name)).not.toContain('Bo Sample')
  const deleted = await list({ status: 'deleted' })
  expect(deleted).toMatchObject({ total: 2, data: [{ name: 'Bo Sample', two_fa_keys_count: 0 }, { name: 'Cy Sample' }] })
  expect(await list({ status: 'deleted', search: 'cy@' })).toMatchObject({ total: 1 })
  const detail = async (id: string) => (await app.admin.call(getUser, { params: { id } })).body.user
  const deletedAt = deleted.data[0]?.deleted_at ?? ''
  expect(await detail(app.ids.bo)).toMatchObject({
    deleted_at: deletedAt,
    deletion: { is_by_administrator: true, restorable_until: new Date(Date.parse(deletedAt) + 30 * day).toISOString() },
    statistics: { total_keys: 0 },
  })
  expect((await detail(app.ids.cy)).deletion).toMatchObject({ by: null, is_by_administrator: false })
  expect((await app.admin.call(listUserKeys, { params: app.params })).status).toBe(404)
  expect((await app.admin.call(setUserStatus, { params: app.params, body: { is_active: true } })).status).toBe(404)
  const dashboard = async () => (await app.admin.call(getAdminDashboard, {})).body
  expect((await dashboard()).keys.total).toBe(0)
  await app.restore()
  expect((await dashboard()).keys).toEqual({ total: 1, recent: 1 })
})

test('an administrator who restores an account to an address of their own reaches neither its codes nor its secrets', async () => {
  const app = await started()
  const mine = app.address('mine@example.org')
  const { key } = await app.bo.addKey('Code host')
  await app.remove()
  expect((await app.restore(app.ids.bo, mine)).status).toBe(200)
  const [token, password] = [await newestToken(app, 'admin.user.restored'), 'another-horse-battery']
  await app.call(resetPassword, { body: { token, password, password_confirmation: password } })
  const { person } = await app.enter(mine, password)
  expect((await person.call(getCurrentUser, {})).status).toBe(200)
  expect((await person.call(generateCodes, {})).body.code).toBe('keys.codes_closed')
  // Before the question for the PIN, or after it: nothing of the key is shown.
  expect((await person.call(showSecret, { params: { id: key.id } })).status).toBe(403)
  const hands = await app.db.selectFrom('hands').where('user_id', '=', app.ids.bo).select('kind').execute()
  expect(hands).toEqual([{ kind: 'address_changed' }])
})
