import { verifyEmail } from '@twofold/contract/links'
import { cancelEmailChange, getProfile, resendEmailChange, updateProfile } from '@twofold/contract/profile'
import { verifyPin } from '@twofold/contract/pin'
import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countStatements } from '../testing/count-statements.ts'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventsOf, letMailOut, newestToken } from '../testing/queued-events.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { testPassword, testPin } from '../testing/start-test-app.ts'
import { name, prepareProfile } from './testing/prepare-profile.ts'
import { startWithMail } from './testing/start-with-mail.ts'

const shared = shareApp(startWithMail)
const startWithAnn = ({ mail = true, app = shared() } = {}) => prepareProfile(app, mail)

test('a new e-mail address waits until it is confirmed; the old one is notified at both moments', async () => {
  const { app, ann, email, other, update } = await startWithAnn()
  expect((await update({ email: other, current_password: testPassword })).body).toMatchObject({ pending_email: other, user: { email } })
  const [asked] = await eventsOf(app, 'user.email_verification')
  expect(asked?.to).toMatchObject({ address: other })
  expect(await eventsOf(app, 'user.profile.updated')).toHaveLength(1)
  const token = await newestToken(app, 'user.email_verification')
  expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect((await ann.call(getProfile, {})).body.user).toMatchObject({ email: other, pending_email: null, email_verified: true })
  expect((await eventsOf(app, 'user.profile.updated')).map(({ to }) => to)).toContainEqual(
    expect.objectContaining({ address: email, name }),
  )
  expect((await app.call(signIn, { body: { email: other, password: testPassword } })).status).toBe(200)
  expect((await app.call(signIn, { body: { email, password: testPassword } })).status).toBe(422)
})

test('a confirmation is void when another address was asked for, or when the change was taken back', async () => {
  const { app, ann, email, other, update } = await startWithAnn()
  await update({ email: other, current_password: testPassword })
  const first = await newestToken(app, 'user.email_verification')
  await update({ email: app.address('third@example.org'), current_password: testPassword })
  const second = await newestToken(app, 'user.email_verification')
  expect((await app.call(verifyEmail, { body: { token: first } })).body.code).toBe('links.expired')
  expect((await ann.call(cancelEmailChange, {})).body.user.pending_email).toBeNull()
  expect((await app.call(verifyEmail, { body: { token: second } })).body.code).toBe('links.expired')
  expect((await ann.call(getProfile, {})).body.user.email).toBe(email)
})

test('the link to the new address can be had again, without the password; the one before is void then', async () => {
  const { app, ann, other, update } = await startWithAnn()
  expect((await ann.call(resendEmailChange, {})).body.code).toBe('profile.no_pending_email')
  await update({ email: other, current_password: testPassword })
  const first = await newestToken(app, 'user.email_verification')
  expect((await ann.call(resendEmailChange, {})).status).toBe(200)
  const second = await newestToken(app, 'user.email_verification')
  expect((await app.call(verifyEmail, { body: { token: first } })).body.code).toBe('links.expired')
  expect((await app.call(verifyEmail, { body: { token: second } })).status).toBe(200)
})

test('an account without a password changes its e-mail with the PIN', async () => {
  const { app, ann, email, other, update } = await startWithAnn()
  await app.db.updateTable('users').set({ password_hash: null }).where('email', '=', email).execute()
  expect((await update({ email: other, current_password: testPassword })).body.code).toBe('pin.required')
  await ann.call(verifyPin, { body: { pin: testPin } })
  expect((await update({ email: other })).body.pending_email).toBe(other)
})

test('an address that has an account is not told apart: the answer is the same, and its person gets an e-mail', async () => {
  const { app, ann, email, update } = await startWithAnn()
  await letMailOut(app, false)
  const { email: taken } = await app.signUp('bo@example.org')
  await letMailOut(app, true)
  const answer = await update({ email: taken, current_password: testPassword })
  expect([answer.status, answer.body.pending_email]).toEqual([200, taken])
  expect(await eventsOf(app, 'user.registered.again')).toHaveLength(1)
  expect(await eventsOf(app, 'user.email_verification')).toEqual([])
  expect((await ann.call(getProfile, {})).body.user.email).toBe(email)
})

test('two people who confirm the same new address: the first one has it', async () => {
  const { app, other, update } = await startWithAnn({ mail: false })
  const bo = await app.signUp('bo@example.org', 'Bo Sample')
  await letMailOut(app, true)
  await update({ email: other, current_password: testPassword })
  const first = await newestToken(app, 'user.email_verification')
  await bo.call(updateProfile, { body: { name: 'Bo Sample', email: other, current_password: testPassword } })
  const second = await newestToken(app, 'user.email_verification')
  const answers = await Promise.all([first, second].map((token) => app.call(verifyEmail, { body: { token } })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.body.code).toBe('auth.email_taken')
})

test('a new address is asked to be confirmed on one connection: with a full pool a second one might never come', async () => {
  const counting = countStatements()
  const { ann, other, update } = await startWithAnn({ app: await startWithMail() })
  expect((await update({ email: other, current_password: testPassword })).status).toBe(200)
  expect((await ann.call(resendEmailChange, {})).status).toBe(200)
  expect(counting.statements).not.toEqual([])
  expect(counting.besideTransaction).toEqual([])
})

test('nobody fills a stranger’s inbox with confirmations: three in 15 minutes', async () => {
  const { app, ann, other, update } = await startWithAnn()
  const statuses: number[] = []
  for (let count = 0; count < 4; count++) statuses.push((await update({ email: other, current_password: testPassword })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await ann.call(resendEmailChange, {})).status).toBe(429)
  expect(await eventsOf(app, 'user.email_verification')).toHaveLength(3)
})

test('no more than three confirmations go out if they are asked for at the same moment', async () => {
  const { app, ann, other, update } = await startWithAnn({ app: await startWithMail() })
  await update({ email: other, current_password: testPassword })
  // All of them have counted, or wait to, when the first one may write.
  const asking = await app
    .asOwner()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table one_time_links in exclusive mode`.execute(tx)
      const asked = Array.from({ length: 4 }, () => ann.call(resendEmailChange, {}))
      await eventually(async () => expect(await countWaiting(app.db)).toBe(asked.length))
      return { asked }
    })
  const statuses = (await Promise.all(asking.asked)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429])
  expect(await eventsOf(app, 'user.email_verification')).toHaveLength(3)
})

test('the address changes at once and stays unproven if no e-mail can be sent', async () => {
  const { app, other, update } = await startWithAnn({ mail: false })
  const { email: taken } = await app.signUp('bo@example.org')
  expect((await update({ email: taken, current_password: testPassword })).body.errors).toHaveProperty('email')
  expect((await update({ email: other, current_password: testPassword })).body).toMatchObject({
    pending_email: null,
    user: { email: other, email_verified: false },
  })
})
