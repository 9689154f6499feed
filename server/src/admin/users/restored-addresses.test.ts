import { getUser } from '@twofold/contract/admin/user-detail'
import { createUser, inviteUser, listUsers } from '@twofold/contract/admin/users'
import { generateCodes } from '@twofold/contract/codes'
import { showSecret } from '@twofold/contract/keys'
import { resetPassword } from '@twofold/contract/links'
import { getCurrentUser, signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { addProvider, eventsOf, newestToken } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice, type TestOffice } from '../../testing/start-office.ts'
import { testPassword, testPin } from '../../testing/start-test-app.ts'
import { prepareRestoration } from './testing/prepare-restoration.ts'

const shared = shareApp(startOffice)

const started = (app: TestOffice = shared()) => prepareRestoration(app)

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

test('a restoration whose address was taken meanwhile says so and takes another one, and the old address is notified', async () => {
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
  expect((await eventsOf(app, 'user.profile.updated')).map(({ to }) => to)).toMatchObject([{ address: app.bo.email, name: 'Bo Sample' }])
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

test('an administrator who restores an account to an address of their own reaches neither its codes nor its secrets', async () => {
  const app = await started()
  const own = app.address('mine@example.org')
  const { key } = await app.bo.addKey('Code host')
  await app.remove()
  expect((await app.restore(app.ids.bo, own)).status).toBe(200)
  const [token, password] = [await newestToken(app, 'admin.user.restored'), 'another-horse-battery']
  await app.call(resetPassword, { body: { token, password, password_confirmation: password } })
  const { person } = await app.enter(own, password)
  expect((await person.call(getCurrentUser, {})).status).toBe(200)
  expect((await person.call(generateCodes, {})).body.code).toBe('keys.codes_closed')
  // Before the question for the PIN, or after it: nothing of the key is shown.
  expect((await person.call(showSecret, { params: { id: key.id } })).status).toBe(403)
  const hands = await app.db.selectFrom('hands').where('user_id', '=', app.ids.bo).select('kind').execute()
  expect(hands).toEqual([{ kind: 'address_changed' }])
})
