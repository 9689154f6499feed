import { listAudit } from '@twofold/contract/admin/audit'
import { exportUser, getUser, listUserDevices, listUserKeys } from '@twofold/contract/admin/user-detail'
import {
  bulkUsers,
  countImpact,
  createUser,
  deleteUser,
  inviteUser,
  listUsers,
  makeResetLink,
  resetUserPassword,
  resetUserPin,
  revokeUserSessions,
  setUserRole,
  setUserStatus,
  unlockUser,
  updateUser,
} from '@twofold/contract/admin/users'
import type { CallInput } from '@twofold/contract/endpoint'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { deleteProfile, listActivity } from '@twofold/contract/profile'
import { acceptInvitation } from '@twofold/contract/links'
import { getCurrentUser } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice, type TestOffice } from '../../testing/start-office.ts'
import { testPassword, testPin } from '../../testing/start-test-app.ts'

const hour = 60 * 60 * 1000

const shared = shareApp(startOffice)
/** For tests that leave it with one administrator. */
const emptied = shareApp(startOffice)

async function started(app: TestOffice = shared()) {
  const log = async () => (await app.admin.call(listAudit, { query: {} })).body.data
  return { ...app, log }
}

test('the list is filtered, sorted and paged by the server', async () => {
  const app = await started(await startOffice())
  for (const name of ['Bo', 'cy', 'Dee']) await app.signUp(`${name.toLowerCase()}@example.org`, `${name} Sample`)
  const bo = await app.enter('bo@example.org')
  await bo.addKey('Code host')
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', 'dee@example.org').execute()
  const names = async (query: CallInput<typeof listUsers>['query']) =>
    (await app.admin.call(listUsers, { query })).body.data.map(({ name }) => name)
  expect(await names({ search: 'SAMPLE' })).toEqual(['Bo Sample', 'cy Sample', 'Dee Sample'])
  expect(await names({ search: 'sample', direction: 'desc' })).toEqual(['Dee Sample', 'cy Sample', 'Bo Sample'])
  expect(await names({ search: 'bo@example' })).toEqual(['Bo Sample'])
  expect(await names({ search: 'sample\nbo' })).toEqual(['Bo Sample'])
  expect(await names({ search: '%' })).toEqual([])
  expect(await names({ status: 'inactive' })).toEqual(['Dee Sample'])
  expect(await names({ role: 'user', sort: 'two_fa_keys_count', direction: 'desc' })).toHaveLength(3)
  expect((await names({ sort: 'two_fa_keys_count', direction: 'desc' }))[0]).toBe('Bo Sample')
  const { body } = await app.admin.call(listUsers, { query: { page: '2' } })
  expect(body).toMatchObject({ data: [], current_page: 2, last_page: 1, total: 4 })
})

test('the detail has figures and a timeline, the keys have names and dates, and nothing has a secret', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org', 'Bo Sample')
  await bo.addKey('Code host', { secret: 'GEZDGNBVGY3TQOJQ', note: 'In the safe' })
  const params = { id: await app.idOf(bo.email) }
  const { user } = (await app.admin.call(getUser, { params })).body
  expect(user).toMatchObject({ name: 'Bo Sample', two_fa_keys_count: 1, has_pin: true, is_locked: false })
  expect(user.statistics).toMatchObject({ total_keys: 1, recent_keys: 1, recovery_codes_total: 0, account_age_days: 0 })
  expect(user.activity_timeline.map(({ icon }) => icon)).toContain('key')
  expect((await app.admin.call(listUserKeys, { params })).body.data.map(({ name }) => name)).toEqual(['Code host'])
  const { text } = await app.admin.send('GET', `/api/admin/users/${params.id}/export`)
  for (const secret of ['GEZDGNBVGY3TQOJQ', 'In the safe', 'hash', 'token']) expect(text).not.toContain(secret)
  expect(text).toContain('Code host')
  expect((await app.admin.call(getUser, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

test('the detail says when e-mails do not go to the address, however it was written', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org', 'Bo Sample')
  const params = { id: await app.idOf(bo.email) }
  const isSuppressed = async () => (await app.admin.call(getUser, { params })).body.user.is_suppressed
  expect(await isSuppressed()).toBe(false)
  await app.admin.call(addSuppression, { body: { email: bo.email.toUpperCase() } })
  expect(await isSuppressed()).toBe(true)
})

test('the devices of a user are named, with when they were first and last used, and go with the 90 days', async () => {
  const app = await started(await startOffice())
  await app.signUp('bo@example.org', 'Bo Sample')
  const params = { id: await app.idOf('bo@example.org') }
  const first = app.clock.date().toISOString()
  app.clock.advance(hour)
  const signIn = (agent: string) =>
    app.send('POST', '/api/auth/login', { body: { email: 'bo@example.org', password: testPassword }, headers: { 'user-agent': agent } })
  await signIn('curl/8.5')
  await signIn('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  app.clock.advance(1000)
  await signIn('curl/8.5')
  const { data } = (await app.admin.call(listUserDevices, { params })).body
  const last = app.clock.date().toISOString()
  const before = new Date(app.clock.now() - 1000).toISOString()
  expect(data.slice(0, 2)).toEqual([
    { device: 'curl', address: '127.0.0.1', first_seen_at: before, last_seen_at: last },
    { device: 'Firefox on Linux', address: '127.0.0.1', first_seen_at: before, last_seen_at: before },
  ])
  expect(data.slice(2).map(({ first_seen_at: at }) => at)).toEqual([first])
  await app.db
    .updateTable('known_devices')
    .set({ last_seen_at: new Date(app.clock.now() - 90 * 24 * hour) })
    .execute()
  expect((await app.admin.call(listUserDevices, { params })).body.data).toEqual([])
})

test('deactivating ends every session, notifies the person and is recorded; activating lets them in again', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org', 'Bo Sample')
  const params = { id: await app.idOf(bo.email) }
  await app.admin.call(setUserStatus, { params, body: { is_active: false, reason: 'Left the company' } })
  expect((await bo.call(getCurrentUser, {})).status).toBe(401)
  expect((await app.enter(bo.email)).answer).toMatchObject({ code: 'auth.invalid_credentials' })
  const [entry] = await app.log()
  expect(entry).toMatchObject({
    title: 'User deactivated',
    target: { id: params.id, name: 'Bo Sample' },
    before: { is_active: true },
    after: { is_active: false, reason: 'Left the company' },
  })
  await app.admin.call(setUserStatus, { params, body: { is_active: true } })
  const again = await app.enter(bo.email)
  const kinds = (await again.call(listActivity, { query: {} })).body.data.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['account_deactivated', 'account_activated']))
})

test('nobody deactivates, demotes or deletes the own account', async () => {
  const app = await started()
  const params = { id: await app.idOf('admin@example.org') }
  for (const answer of [
    await app.admin.call(setUserStatus, { params, body: { is_active: false } }),
    await app.admin.call(setUserRole, { params, body: { role: 'user' } }),
    await app.admin.call(deleteUser, { params }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'users.own_account'])
  }
})

type Administrator = Awaited<ReturnType<Awaited<ReturnType<typeof started>>['administrator']>>

const acts = {
  'demotes the other': (by, { id }) => by.call(setUserRole, { params: { id }, body: { role: 'user' } }),
  'deactivates the other': (by, { id }) => by.call(setUserStatus, { params: { id }, body: { is_active: false } }),
  'deletes the other': (by, { id }) => by.call(deleteUser, { params: { id } }),
  'demotes many': (by, { id }) => by.call(bulkUsers, { body: { ids: [id], action: 'demote' } }),
  'deletes the own account': (by) => by.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } }),
} satisfies Record<string, (by: Administrator, other: Administrator) => Promise<{ status: number }>>
const names = Object.keys(acts) as (keyof typeof acts)[]
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))

test.each(pairs)('one administrator %s while the other %s, again and again: always one is left', async (one, other) => {
  const app = emptied()
  for (let round = 0; round < 3; round += 1) {
    const [ann, bo] = [await app.administrator(`ann${round}@example.org`), await app.administrator(`bo${round}@example.org`)]
    await app.db.updateTable('users').set({ is_active: false }).where('id', 'not in', [ann.id, bo.id]).execute()
    await Promise.all([acts[one](ann, bo), acts[other](bo, ann)])
    const left = await app.db
      .selectFrom('users')
      .where('role', '=', 'admin')
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .select('id')
      .execute()
    expect(left).toHaveLength(1)
  }
})

test('a password that an administrator set has to be changed first, and ends every session', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org')
  const params = { id: await app.idOf(bo.email) }
  const short = await app.admin.call(resetUserPassword, { params, body: { new_password: 'short' } })
  expect(short.status).toBe(422)
  const { body } = await app.admin.call(resetUserPassword, { params, body: { new_password: 'chosen-by-admin' } })
  expect(body.message).toBe('Password reset successfully. User will need to log in again.')
  expect((await bo.call(getCurrentUser, {})).status).toBe(401)
  const row = await app.db.selectFrom('users').where('id', '=', params.id).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ must_change_password: true, needs_proof: true })
  expect(row.secrets_closed_until?.getTime()).toBe(app.clock.now() + 24 * 60 * 60 * 1000)
  expect(JSON.stringify(await app.log())).not.toContain('chosen-by-admin')
})

test('a PIN that an administrator set closes secrets for a day', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org')
  const params = { id: await app.idOf(bo.email) }
  expect((await app.admin.call(resetUserPin, { params, body: { new_pin: '123' } })).status).toBe(422)
  expect((await app.admin.call(resetUserPin, { params, body: { new_pin: '1357' } })).body.message).toBe('PIN reset successfully')
  const row = await app.db.selectFrom('users').where('id', '=', params.id).select('secrets_closed_until').executeTakeFirstOrThrow()
  expect(row.secrets_closed_until).not.toBeNull()
})

test('revoking sessions ends them all; unlocking lifts what locks', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org')
  const params = { id: await app.idOf(bo.email) }
  const { body } = await app.admin.call(revokeUserSessions, { params })
  expect(body).toMatchObject({ message: 'All user sessions have been revoked', ended: 1 })
  expect((await bo.call(getCurrentUser, {})).status).toBe(401)
  for (let tries = 0; tries < 10; tries += 1) await app.enter(bo.email, 'not-the-password')
  expect((await app.admin.call(getUser, { params })).body.user.is_locked).toBe(true)
  await app.admin.call(unlockUser, { params })
  expect((await app.enter(bo.email)).answer.access_token).toBeDefined()
})

test('a user is created with a password to change, or invited with a link, which is not shown if it was sent by e-mail', async () => {
  const app = await started()
  const [bo, cy] = [app.address('bo@example.org'), app.address('cy@example.org')]
  const made = await app.admin.call(createUser, { body: { name: 'Bo Sample', email: bo, password: testPassword } })
  expect([made.status, made.body.user.role]).toEqual([201, 'user'])
  expect((await app.enter(bo)).answer.password_change_required).toBe(true)
  const twice = await app.admin.call(inviteUser, { body: { email: bo.replace('bo', 'BO'), delivery: 'link' } })
  expect(twice.body.code).toBe('auth.email_taken')
  expect((await app.admin.call(inviteUser, { body: { email: cy } })).body.code).toBe('mail.not_set_up')
  const invited = await app.admin.call(inviteUser, { body: { email: cy, delivery: 'link' } })
  const token = new URLSearchParams(new URL(invited.body.link ?? '').hash.slice(1)).get('token') ?? ''
  const accepted = await app.call(acceptInvitation, {
    body: { token, name: 'Cy Sample', password: testPassword, password_confirmation: testPassword, pin: testPin },
  })
  expect(accepted.body.user?.email).toBe(cy)
  expect(JSON.stringify(await app.log())).not.toContain(token)
})

test('a reset link that is handed over proves nothing, and one for somebody inactive is not made', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org')
  const params = { id: await app.idOf(bo.email) }
  const { body } = await app.admin.call(makeResetLink, { params, body: { delivery: 'link' } })
  expect(body.link).toContain('/reset-password#token=')
  const link = await app.db.selectFrom('one_time_links').where('user_id', '=', params.id).selectAll().executeTakeFirstOrThrow()
  expect(link.created_by).toBe(await app.idOf('admin@example.org'))
  await app.admin.call(setUserStatus, { params, body: { is_active: false } })
  expect((await app.admin.call(makeResetLink, { params, body: { delivery: 'link' } })).body.code).toBe('users.inactive')
})

test('an edit changes name and e-mail, and takes no address that another account has', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org', 'Bo Sample')
  const params = { id: await app.idOf(bo.email) }
  const specimen = app.address('specimen@example.org')
  const taken = await app.admin.call(updateUser, { params, body: { name: 'Bo', email: 'Admin@example.org' } })
  expect(taken.body.errors).toHaveProperty('email')
  await app.admin.call(updateUser, { params, body: { name: 'Bo Specimen', email: specimen } })
  expect((await app.enter(specimen)).answer.user?.name).toBe('Bo Specimen')
  expect((await app.log())[0]).toMatchObject({
    before: { name: 'Bo Sample', email: bo.email },
    after: { name: 'Bo Specimen', email: specimen },
  })
})

test('a bulk act over all that match has a result for each, and the impact is counted before', async () => {
  const app = await started(await startOffice())
  const bo = await app.signUp('bo@example.org')
  await app.signUp('cy@example.org')
  await bo.addKey('Code host')
  const matching = { search: 'example.org' }
  const { body: impact } = await app.admin.call(countImpact, { body: { matching } })
  expect(impact).toEqual({ users: 3, keys: 1, shared_keys: 0, people: 0, sessions: 3, mails: 0 })
  const { body } = await app.admin.call(bulkUsers, { body: { matching, action: 'deactivate' } })
  expect(body.message).toBe('2 of 3 done.')
  expect(body.results.filter(({ ok }) => !ok)).toMatchObject([{ message: expect.stringContaining('another administrator') as string }])
  expect((await app.admin.call(bulkUsers, { body: { action: 'activate' } })).body.code).toBe('users.nothing_selected')
  expect((await app.admin.call(bulkUsers, { body: { action: 'activate', matching, ids: [crypto.randomUUID()] } })).status).toBe(422)
})

test('users reach no call about users', async () => {
  const app = await started()
  const bo = await app.signUp('bo@example.org')
  const params = { id: await app.idOf('admin@example.org') }
  expect((await bo.call(listUsers, { query: {} })).status).toBe(403)
  expect((await bo.call(exportUser, { params })).status).toBe(403)
  expect((await bo.call(setUserRole, { params, body: { role: 'user' } })).status).toBe(403)
})

test('every wrong field of a user is named at once, also an address that is taken', async () => {
  const { admin, signUp } = await started()
  const bo = await signUp('bo@example.org')
  const wrong = await admin.call(createUser, { body: { name: '', email: bo.email, role: 'user', password: testPassword } })
  expect([wrong.status, Object.keys(wrong.body.errors ?? {}).toSorted()]).toEqual([422, ['email', 'name']])
  const cy = await signUp('cy@example.org')
  const { data } = (await admin.call(listUsers, { query: { search: cy.email } })).body
  const rename = async (body: { name: string; email: string }) =>
    Object.keys((await admin.call(updateUser, { params: { id: data[0]?.id ?? '' }, body })).body.errors ?? {}).toSorted()
  expect(await rename({ name: '', email: bo.email })).toEqual(['email', 'name'])
  expect(await rename({ name: '', email: cy.email })).toEqual(['name'])
  expect(await rename({ name: 'Cy Model', email: bo.email })).toEqual(['email'])
})
