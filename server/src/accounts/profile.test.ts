import { verifyEmail } from '@twofold/contract/links'
import {
  type ActivityFilter,
  changePassword,
  getPreferences,
  getProfile,
  getProfileStats,
  listActivity,
  putPreferences,
} from '@twofold/contract/profile'
import { getCurrentUser } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { letMailOut, newestToken } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, testPassword } from '../testing/start-test-app.ts'
import { prepareProfile } from './testing/prepare-profile.ts'
import { startWithMail } from './testing/start-with-mail.ts'

const shared = shareApp(startWithMail)
const startWithAnn = ({ mail = true } = {}) => prepareProfile(shared(), mail)

test('name and auto-lock change at once; the e-mail needs the password, on its field', async () => {
  const { ann, email, other, update } = await startWithAnn()
  expect((await update({ name: 'Ann Other', auto_lock_minutes: 15 })).body.user).toMatchObject({ name: 'Ann Other', auto_lock_minutes: 15 })
  expect((await update({ email: other })).body).toMatchObject({
    code: 'profile.password_missing',
    errors: { current_password: ['Please enter your current password to change the e-mail.'] },
  })
  expect((await update({ email: other, current_password: 'not-the-password' })).body).toMatchObject({
    code: 'profile.password_wrong',
    errors: { current_password: ['The password is wrong.'] },
  })
  expect((await ann.call(getProfile, {})).body.user).toMatchObject({ email, pending_email: null, has_password: true, has_pin: true })
})

test('saving the rest of the profile does not touch an address that waits', async () => {
  const { app, email, other, update } = await startWithAnn()
  await update({ email: other, current_password: testPassword })
  expect((await update({ name: 'Ann Other' })).body).toMatchObject({ pending_email: other, user: { name: 'Ann Other', email } })
  const token = await newestToken(app, 'user.email_verification')
  expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200)
})

test('every wrong field of the profile is named at once, also a missing or wrong password and an address that is taken', async () => {
  const { app, email, other, update } = await startWithAnn({ mail: false })
  const { email: taken } = await app.signUp('bo@example.org')
  const fieldsOf = async (body: Parameters<typeof update>[0]) => Object.keys((await update(body)).body.errors ?? {}).toSorted()
  expect(await fieldsOf({ name: '', email: taken })).toEqual(['current_password', 'email', 'name'])
  expect(await fieldsOf({ name: '', email: other })).toEqual(['current_password', 'name'])
  expect(await fieldsOf({ name: '', email: taken, current_password: testPassword })).toEqual(['email', 'name'])
  expect(await fieldsOf({ email: taken })).toEqual(['current_password', 'email'])
  expect(await fieldsOf({ email: taken, current_password: 'not-the-password' })).toEqual(['current_password', 'email'])
  expect(await fieldsOf({ name: '', email: ` ${email.replace('ann', 'ANN')}` })).toEqual(['name'])
  await letMailOut(app, true)
  // With a mail provider, the owner of the address gets an e-mail and the caller sees no difference.
  expect(await fieldsOf({ name: '', email: taken, current_password: testPassword })).toEqual(['name'])
})

test('a wrong current password and a new one that is no other are named at once', async () => {
  const { ann } = await startWithAnn({ mail: false })
  const change = async (current: string, wanted: string) => {
    const body = { current_password: current, new_password: wanted, new_password_confirmation: wanted }
    return Object.keys((await ann.call(changePassword, { body })).body.errors ?? {}).toSorted()
  }
  expect(await change('not-the-password', 'not-the-password')).toEqual(['current_password', 'new_password'])
  expect(await change(testPassword, testPassword)).toEqual(['new_password'])
})

test('a wrong current password is on its field, and tries are few', async () => {
  const app = await startTestApp({ rateLimitFactor: 1 })
  const ann = await app.signUp('ann@example.org')
  const change = () =>
    ann.call(changePassword, {
      body: { current_password: 'wrong', new_password: 'a-brand-new-one', new_password_confirmation: 'a-brand-new-one' },
    })
  expect((await change()).body.errors).toEqual({ current_password: ['The password is wrong.'] })
  for (let count = 0; count < 4; count++) expect((await change()).status).toBe(422)
  expect((await change()).body.code).toBe('rate.limited')
})

test('the figures count own keys, keys received and keys shared, and the last sign-in', async () => {
  const { app, ann } = await startWithAnn({ mail: false })
  const bo = await app.signUp('bo@example.org')
  const { key } = await ann.addKey('GitHub')
  await ann.addKey('Mail')
  await ann.share(key.id, bo.email)
  expect((await ann.call(getProfileStats, {})).body.stats).toMatchObject({
    total_keys: 2,
    keys_shared_by_me: 1,
    shared_keys_received: 0,
    recovery_codes_available: 0,
    account_status: 'active',
    last_login: app.clock.date().toISOString(),
  })
  expect((await bo.call(getProfileStats, {})).body.stats).toMatchObject({ total_keys: 0, shared_keys_received: 1 })
})

test('the figures of recovery codes are those of the present set', async () => {
  const { app, ann, email } = await startWithAnn({ mail: false })
  const { id } = await app.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  const [spent] = await app.recoveryCodes.make(id)
  await app.transaction((tx) => app.recoveryCodes.use(tx, id, spent ?? '', '203.0.113.7'))
  const figures = async () => (await ann.call(getProfileStats, {})).body.stats
  expect(await figures()).toMatchObject({ recovery_codes_available: 9, recovery_codes_used: 1 })
  await app.recoveryCodes.make(id)
  expect(await figures()).toMatchObject({ recovery_codes_available: 10, recovery_codes_used: 0 })
})

test('the activity list tells what happened, newest first, and to nobody else', async () => {
  const { app, ann, update } = await startWithAnn({ mail: false })
  const bo = await app.signUp('bo@example.org')
  app.clock.advance(1000)
  await ann.addKey('GitHub')
  app.clock.advance(1000)
  await update({ name: 'Ann Other' })
  const { body } = await ann.call(listActivity, { query: {} })
  expect(body.data.map(({ description }) => description)).toEqual([
    'Name changed to Ann Other',
    'Key GitHub added',
    expect.stringMatching(/^Signed in with /),
  ])
  expect(body).toMatchObject({ total: 3, current_page: 1, last_page: 1 })
  expect((await bo.call(listActivity, { query: {} })).body.total).toBe(1)
})

test('the activity can be narrowed to a part of it, such as what somebody else did', async () => {
  const { app, ann, email, update } = await startWithAnn({ mail: false })
  await ann.addKey('GitHub')
  await update({ name: 'Ann Other' })
  const { id } = await app.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  await app.transaction((tx) =>
    app.activity.record(tx, { userId: id, kind: 'share_received', detail: { name: 'Mail' }, actor: { id, name: 'Bo' } }),
  )
  const shown = async (show: ActivityFilter) =>
    (await ann.call(listActivity, { query: { show } })).body.data.map(({ kind, group }) => `${group}: ${kind}`)
  expect(await shown('sign_in')).toEqual([expect.stringMatching(/^sign_in: signed_in/)])
  expect(await shown('security')).toEqual(['security: name_changed'])
  expect(await shown('keys')).toEqual(['keys: key_added'])
  expect(await shown('shares')).toEqual(['shares: share_received'])
  expect(await shown('others')).toEqual(['shares: share_received'])
  expect((await ann.call(listActivity, { query: { show: 'keys' } })).body.total).toBe(1)
})

test('people choose about e-mail that is not about security, and about no other', async () => {
  const { ann } = await startWithAnn({ mail: false })
  const { data } = (await ann.call(getPreferences, {})).body
  const wanted = Object.fromEntries(data.map(({ event, is_wanted }) => [event, is_wanted]))
  expect(wanted).toMatchObject({ 'key.shared': true, 'digest.weekly': false })
  expect(wanted).not.toHaveProperty(['user.password.changed'])
  const answer = await ann.call(putPreferences, { body: { preferences: { 'key.shared': false, 'digest.weekly': true } } })
  const now = Object.fromEntries(answer.body.data.map(({ event, is_wanted }) => [event, is_wanted]))
  expect(now).toEqual({ ...wanted, 'key.shared': false, 'digest.weekly': true })
  const refused = await ann.call(putPreferences, { body: { preferences: { 'user.password.changed': false } } })
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['preferences.user.password.changed']])
})

test('the language of the pages goes with the account, and e-mails follow it until they are given another', async () => {
  const { ann } = await startWithAnn({ mail: false })
  const languages = async () => {
    const [user, { body }] = [await ann.call(getCurrentUser, {}), await ann.call(getPreferences, {})]
    return [user.body.page_language, body.language]
  }
  expect(await languages()).toEqual([null, null])

  await ann.call(putPreferences, { body: { page_language: 'de' } })
  expect(await languages()).toEqual(['de', 'de'])

  await ann.call(putPreferences, { body: { page_language: 'en' } })
  expect(await languages()).toEqual(['en', null])

  await ann.call(putPreferences, { body: { page_language: 'de', language: null } })
  expect(await languages()).toEqual(['de', null])

  // Nothing is translated into it, and what the browser prefers says nothing about e-mails.
  await ann.call(putPreferences, { body: { language: 'de' } })
  for (const page_language of ['fr', null]) await ann.call(putPreferences, { body: { page_language } })
  expect(await languages()).toEqual([null, 'de'])

  expect((await ann.call(putPreferences, { body: { page_language: 'german' } })).status).toBe(422)
})

/** Saves the profile while another transaction holds the account, which then does `meanwhile` and commits. */
async function saveWhile(
  { app, email, update }: Awaited<ReturnType<typeof startWithAnn>>,
  saved: Parameters<typeof update>[0],
  meanwhile: Record<string, unknown>,
) {
  const answer = await app.db.transaction().execute(async (db) => {
    const change = (columns: Record<string, unknown>) => db.updateTable('users').set(columns).where('email', '=', email).execute()
    await change({ updated_at: new Date() })
    const saving = update(saved)
    await Promise.race([saving, expect.poll(() => countWaiting(app.db)).toBe(1)])
    await change(meanwhile)
    return { saving }
  })
  return answer.saving
}

test('a profile saved in one window keeps the address that another window changed meanwhile', async () => {
  const started = await startWithAnn({ mail: false })
  const { app, ann, other } = started
  const { status, body } = await saveWhile(started, { name: 'Ann Other' }, { email: other, email_normalized: other })
  expect([status, body.user]).toMatchObject([200, { name: 'Ann Other', email: other }])
  const row = await app.db.selectFrom('users').where('email_normalized', '=', other).select('email').executeTakeFirst()
  expect([row?.email, (await ann.call(getProfile, {})).body.user.email]).toEqual([other, other])
})

test.each([
  ['an account that is deleted meanwhile', () => ({ deleted_at: new Date() }), [401, 'auth.unauthenticated']],
  ['one whose password is another by now', () => ({ password_hash: 'another' }), [422, 'profile.password_wrong']],
] as const)('no address is changed of %s', async (_what, meanwhile, refused) => {
  const started = await startWithAnn({ mail: false })
  const { app, email, other } = started
  const { status, body } = await saveWhile(started, { email: other, current_password: testPassword }, meanwhile())
  expect([status, body.code]).toEqual(refused)
  expect(await app.db.selectFrom('users').where('email', 'in', [email, other]).select('email').execute()).toEqual([{ email }])
})
