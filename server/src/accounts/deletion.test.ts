import { verifyPin } from '@twofold/contract/pin'
import { deleteProfile, previewDeletion } from '@twofold/contract/profile'
import { getCurrentUser, signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, testPassword, testPin } from '../testing/start-test-app.ts'

const day = 24 * 60 * 60 * 1000
const confirmed = { password: testPassword, confirmation: 'DELETE' } as const

const shared = shareApp(startTestApp)

async function startWithShare(app = shared()) {
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { id: annId } = (await ann.call(getCurrentUser, {})).body
  const { key } = await ann.addKey('GitHub')
  await ann.addKey('Mail')
  await ann.share(key.id, bo.email)
  return { app, ann, bo, annId, key }
}

test('the question before a deletion says what it takes from which people', async () => {
  const { ann, key } = await startWithShare()
  expect((await ann.call(previewDeletion, {})).body).toEqual({
    keys: 2,
    shared_keys: [{ id: key.id, name: 'GitHub', people: 1 }],
    people_losing_access: 1,
    is_last_administrator: false,
  })
})

test('deletion needs the password and the text DELETE', async () => {
  const { ann } = await startWithShare()
  expect((await ann.call(deleteProfile, { body: { ...confirmed, password: 'wrong' } })).body.errors).toEqual({
    password: ['The password is wrong.'],
  })
  const without = await ann.send('DELETE', '/api/profile', { body: { confirmation: 'DELETE' } })
  expect([without.status, without.body.errors]).toEqual([422, { password: ['Password is required'] }])
  const lower = await ann.send('DELETE', '/api/profile', { body: { ...confirmed, confirmation: 'delete' } })
  expect([lower.status, Object.keys(lower.body.errors ?? {})]).toEqual([422, ['confirmation']])
  expect((await ann.call(getCurrentUser, {})).status).toBe(200)
})

test('an account without a password is deleted with the PIN', async () => {
  const { app, ann } = await startWithShare()
  await app.db.updateTable('users').set({ password_hash: null }).where('email', '=', ann.email).execute()
  const remove = () => ann.call(deleteProfile, { body: { confirmation: 'DELETE' } })
  expect((await remove()).body.code).toBe('pin.required')
  await ann.call(verifyPin, { body: { pin: testPin } })
  expect((await remove()).body).toMatchObject({ requires_reauth: true })
})

test('deleting an account ends its sessions and its shares at once, and recipients are notified', async () => {
  const { app, ann, bo } = await startWithShare()
  expect(await bo.codes()).toHaveLength(1)
  expect((await ann.call(deleteProfile, { body: confirmed })).body).toMatchObject({ requires_reauth: true })
  expect((await ann.call(getCurrentUser, {})).status).toBe(401)
  expect((await app.call(signIn, { body: { email: ann.email, password: testPassword } })).body.code).toBe('auth.invalid_credentials')
  expect(await bo.codes()).toEqual([])
  expect((await eventsOf(app, 'key.share.revoked')).map(({ data }) => data['key.name'])).toEqual(['GitHub'])
})

test('after 30 days, and not before, nothing is left of it: data, keys, the key that opens them, e-mail', async () => {
  const { app, ann, annId } = await startWithShare(await startTestApp())
  await app.db
    .insertInto('email_decisions')
    .values({
      id: crypto.randomUUID(),
      event_id: crypto.randomUUID(),
      event_name: 'user.registered',
      recipient_email: ann.email,
      outcome: 'sent',
      reason: 'mapped',
      trace: '[]',
      decided_at: new Date(),
    })
    .execute()
  await ann.call(deleteProfile, { body: confirmed })
  app.clock.advance(30 * day - 1)
  expect(await app.deletion.purge()).toEqual({ people: 0, keys: 0 })
  app.clock.advance(1)
  expect(await app.deletion.purge()).toEqual({ people: 1, keys: 2 })
  const counts = await Promise.all([
    app.db.selectFrom('users').where('id', '=', annId).selectAll().execute(),
    app.db.selectFrom('keys').where('owner_id', '=', annId).selectAll().execute(),
    app.db.selectFrom('data_keys').where('user_id', '=', annId).selectAll().execute(),
    app.db.selectFrom('activity').where('user_id', '=', annId).selectAll().execute(),
    app.db.selectFrom('activity').where('actor_name', '=', 'ann').selectAll().execute(),
    app.db.selectFrom('email_decisions').where('recipient_email', '=', ann.email).selectAll().execute(),
  ])
  expect(counts.map((rows) => rows.length)).toEqual([0, 0, 0, 0, 0, 0])
  expect(await app.db.selectFrom('users').selectAll().execute()).toHaveLength(1)
})

test('the last active administrator cannot leave, also not two at once', async () => {
  const app = await startTestApp()
  const people = await Promise.all(['ann', 'bo'].map((name) => app.signUp(`${name}@example.org`)))
  await app.db.updateTable('users').set({ role: 'admin' }).execute()
  const signedIn = await Promise.all(
    people.map(
      async ({ email: address }) => (await app.call(signIn, { body: { email: address, password: testPassword } })).body.access_token,
    ),
  )
  const leave = (token: string | undefined) => app.call(deleteProfile, { body: confirmed }, { authorization: `Bearer ${token}` })
  const answers = await Promise.all(signedIn.map(leave))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('accounts.last_administrator')
  const left = signedIn[answers.findIndex(({ status }) => status === 409)]
  expect((await app.call(previewDeletion, {}, { authorization: `Bearer ${left}` })).body.is_last_administrator).toBe(true)
})
