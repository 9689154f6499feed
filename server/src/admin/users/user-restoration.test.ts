import { listAudit } from '@twofold/contract/admin/audit'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getLeaver } from '@twofold/contract/admin/leavers'
import { getUser, listUserKeys } from '@twofold/contract/admin/user-detail'
import { createUser, listUsers, setUserStatus } from '@twofold/contract/admin/users'
import { previewRestore, restoreUser } from '@twofold/contract/admin/restored-users'
import { showSecret } from '@twofold/contract/keys'
import { resetPassword } from '@twofold/contract/links'
import { verifyPin } from '@twofold/contract/pin'
import { deleteProfile, listActivity } from '@twofold/contract/profile'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { addProvider, eventsOf, newestToken } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice, type TestOffice } from '../../testing/start-office.ts'
import { testPassword, testPin } from '../../testing/start-test-app.ts'
import { day, prepareRestoration } from './testing/prepare-restoration.ts'

const shared = shareApp(startOffice)

const started = (app: TestOffice = shared()) => prepareRestoration(app)

test('the person gets a link to a new password by e-mail, keeps the PIN, and secrets stay closed for a day', async () => {
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
    'This user was deleted more than 30 days ago and can no longer be restored.',
  ])
  expect(await app.deletion.purge()).toMatchObject({ people: 1 })
  expect((await app.db.selectFrom('email_logs').select('id').execute()).map(({ id }) => id).toSorted()).toEqual(
    [fresh.id, ofSecond.id].toSorted(),
  )
  expect((await admin.call(restoreUser, { params: app.params, body: {} })).body.code).toBe('users.not_found')
})

test('a user who was deactivated before the deletion is deactivated again, and open decisions of the leaver plan are open again', async () => {
  const app = await started()
  await app.bo.addKey('Code host')
  await app.admin.call(setUserStatus, { params: app.params, body: { is_active: false } })
  await app.remove()
  expect(await app.preview()).toMatchObject({ is_deactivated: true })
  await app.restore()
  expect((await app.admin.call(getUser, { params: app.params })).body.user.is_active).toBe(false)
  expect((await app.admin.call(getLeaver, { params: app.params })).body.plan).toMatchObject({ state: 'open', owned: { done: 0, total: 1 } })
})

test('a user who was active finds the leaver plan of the deletion closed', async () => {
  const app = await started()
  const { key } = await app.bo.addKey('Code host')
  await app.bo.share(key.id, app.cy.email)
  await app.remove()
  await app.restore()
  expect((await app.admin.call(getLeaver, { params: app.params })).body.plan).toMatchObject({ state: 'reactivated' })
})

test('two who restore at once: one does it; restoring and making an account with the address leave one of both', async () => {
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

test('the list finds deleted users by their own filter, the detail shows the deadline and the administrator, and nothing else opens', async () => {
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
