import { generateCodes } from '@twofold/contract/codes'
import { showSecret } from '@twofold/contract/keys'
import { checkLink } from '@twofold/contract/links'
import { lockVault, requestNewPin, setForgottenPin, verifyPin } from '@twofold/contract/pin'
import { changePin, listActivity, resendEmailChange } from '@twofold/contract/profile'
import { requestPasswordReset } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { startWithMail } from '../accounts/testing/start-with-mail.ts'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { eventsOf, letMailOut, newestToken } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startOffice } from '../testing/start-office.ts'
import { type TestApp, testPassword, testPin } from '../testing/start-test-app.ts'

const minute = 60_000
const day = 24 * 60 * minute

const shared = shareApp(startWithMail)

async function started(app: TestApp = shared()) {
  await letMailOut(app, false)
  const ann = await app.signUp('ann@example.org')
  await letMailOut(app, true)
  const { key } = await ann.addKey('Code host')
  return {
    app,
    ann,
    key: key.id,
    account: () => app.db.selectFrom('users').where('email', '=', ann.email).selectAll().executeTakeFirstOrThrow(),
    // Its result is read, so that the transaction locks the row from then on.
    change: (fields: { is_active?: boolean; pin_hash?: string }, db: Pick<TestApp['db'], 'updateTable'> = app.db) =>
      db.updateTable('users').set(fields).where('email', '=', ann.email).returning('id').execute(),
    ask: (password = testPassword) => ann.call(requestNewPin, { body: { current_password: password } }),
    token: () => newestToken(app, 'pin.forgotten'),
    set: (token: string, password = testPassword, pin = '1357') =>
      app.call(setForgottenPin, { body: { token, password, new_pin: pin, new_pin_confirmation: pin } }),
  }
}

test('a forgotten PIN is replaced by the password and a link in an e-mail, also of a locked vault; secrets and sharing wait 24 hours, codes do not', async () => {
  const { app, ann, key, ask, token, set } = await started()
  await ann.call(lockVault, {})
  expect((await ask()).body.message).toBe(`We sent a link to ${ann.email}.`)
  const [event] = await eventsOf(app, 'pin.forgotten')
  expect(event?.data['link.url']).toMatch(/^https:\/\/vault\.example\.org\/new-pin#token=[\w-]{43}$/)
  expect((await app.call(checkLink, { body: { token: await token() } })).body).toMatchObject({ state: 'good', purpose: 'new_pin' })
  expect((await set(await token())).body.message).toBe(
    'Your new PIN is set. Secrets, backup codes, exports and sharing stay closed for 24 hours.',
  )
  expect((await ann.call(verifyPin, { body: { pin: testPin } })).body.code).toBe('pin.wrong')
  expect((await ann.call(verifyPin, { body: { pin: '1357' } })).status).toBe(200)
  expect(await ann.visible()).toEqual([key])
  expect((await ann.call(showSecret, { params: { id: key } })).body.code).toBe('keys.secrets_closed')
  const kinds = (await ann.call(listActivity, { query: {} })).body.data.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['pin_link_requested', 'pin_set_by_link']))
  expect(await eventsOf(app, 'pin.changed')).toHaveLength(1)
  app.clock.advance(day + 1)
  const later = await app.db.selectFrom('users').where('email', '=', ann.email).select('secrets_closed_until').executeTakeFirstOrThrow()
  expect(later.secrets_closed_until?.getTime()).toBeLessThan(app.clock.now())
})

test('the link works once, for 30 minutes, and takes the password: a person who only reads the e-mail sets no PIN', async () => {
  const { app, ask, token, set } = await started()
  await ask()
  const first = await token()
  const wrong = await set(first, 'not-the-password')
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['password']])
  expect((await set(first)).status).toBe(200)
  expect((await set(first)).body.code).toBe('links.used')
  expect((await set('nonsense')).body.code).toBe('links.wrong')
  await ask()
  app.clock.advance(30 * minute + 1)
  expect((await set(await token())).body.code).toBe('links.expired')
})

test('twenty uses of one link at once: one sets a PIN', async () => {
  const { app, ask, token, set } = await started()
  await ask()
  const link = await token()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => set(link, testPassword, String(1000 + index))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await eventsOf(app, 'pin.changed')).toHaveLength(1)
})

test('a link for a new PIN takes the password to ask for, an own count of three in 15 minutes, and e-mail', async () => {
  const { app, ask } = await started(await startWithMail({ rateLimitFactor: 1 }))
  const wrong = await ask('not-the-password')
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['current_password']])
  // Resets that a stranger asks for use up nothing.
  for (let count = 0; count < 4; count++) await app.call(requestPasswordReset, { body: { email: 'ann@example.org' } })
  const statuses = []
  for (let count = 0; count < 4; count++) statuses.push((await ask()).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  await app.db.updateTable('email_providers').set({ is_active: false }).execute()
  expect((await ask()).body.code).toBe('mail.unavailable')
})

test('two who ask at once for the last e-mail that may be sent: one gets it', async () => {
  const { app, account, ask } = await started()
  await ask()
  await ask()
  const { id } = await account()
  const { both } = await app.transaction(async ({ db }) => {
    await db.selectFrom('users').where('id', '=', id).select('id').forUpdate().execute()
    const both = [ask(), ask()]
    await eventually(async () => expect(await countWaiting(app.db)).toBe(2))
    return { both }
  })
  expect((await Promise.all(both)).map(({ status }) => String(status)).toSorted()).toEqual(['200', '429'])
})

test('an administrator is not told to ask the administrator where no e-mail can be sent', async () => {
  const { admin, db } = await startOffice()
  await db.updateTable('users').set({ pending_email: 'new@example.org', pending_email_normalized: 'new@example.org' }).execute()
  const forgotten = await admin.call(requestNewPin, { body: { current_password: testPassword } })
  const resent = await admin.call(resendEmailChange, {})
  expect([forgotten.body.code, resent.body.code]).toEqual(['mail.not_set_up', 'mail.not_set_up'])
})

test('passwords guessed with a link are counted with the second step: ten an hour, over all networks', async () => {
  const { ask, token, set } = await started()
  await ask()
  const link = await token()
  const statuses = []
  for (let count = 0; count < 11; count++) statuses.push((await set(link, `guess-${count}`)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  expect((await set(link)).status).toBe(429)
})

test('a right password gives its try back', async () => {
  const { ask, token, set } = await started()
  await ask()
  for (let count = 0; count < 9; count++) expect((await set(await token(), 'not-the-password')).status).toBe(422)
  expect((await set(await token())).status).toBe(200)
  await ask()
  expect((await set(await token(), 'not-the-password')).status).toBe(422)
  expect((await set(await token(), 'not-the-password')).status).toBe(429)
})

test('a fourth link in 15 minutes has to wait for as long, and not longer', async () => {
  const { app, ask } = await started()
  for (let count = 0; count < 3; count++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.body.code, refused.body.parameters, refused.headers.get('retry-after')]).toEqual([
    'rate.limited',
    { seconds: 900 },
    '900',
  ])
  app.clock.advance(15 * minute + 1)
  expect((await ask()).status).toBe(200)
})

test('a PIN set by a link takes the place of a void one, and closes what the old one had opened', async () => {
  const { app, ann, account, ask, token, set } = await started()
  await ann.enterPin()
  for (let count = 0; count < 10; count++) {
    if (count === 5) app.clock.advance(15 * minute)
    await ann.call(verifyPin, { body: { pin: '0000' } })
  }
  expect((await ann.call(verifyPin, { body: { pin: testPin } })).body.code).toBe('pin.void')
  const { id } = await account()
  const open = () => app.db.selectFrom('sessions').where('user_id', '=', id).where('pin_until', 'is not', null).select('id').execute()
  expect(await open()).toHaveLength(1)
  await ask()
  expect((await set(await token())).status).toBe(200)
  expect(await open()).toEqual([])
  expect((await account()).pin_changed_at).toEqual(app.clock.date())
  expect((await ann.call(verifyPin, { body: { pin: '1357' } })).status).toBe(200)
})

test('by a link that somebody else may have had, there are no codes either', async () => {
  const { app, ann, account, ask, token, set } = await started()
  await ask()
  const { id } = await account()
  await app.db.updateTable('one_time_links').set({ is_handed_over: true }).where('user_id', '=', id).execute()
  expect((await set(await token())).status).toBe(200)
  expect((await ann.call(generateCodes, {})).body.code).toBe('keys.codes_closed')
})

test('the link of an account that is not active sets no PIN, not even one that was not taken back with it', async () => {
  const { app, account, change, ask, token, set } = await started()
  await ask()
  const { id, pin_hash: before } = await account()
  await change({ is_active: false })
  await app.db.updateTable('one_time_links').set({ void_at: null }).where('user_id', '=', id).execute()
  expect((await app.call(checkLink, { body: { token: await token() } })).body.state).toBe('good')
  expect((await set(await token())).body.code).toBe('links.expired')
  expect((await account()).pin_hash).toBe(before)
})

test('a PIN that is set meanwhile is not overwritten by a link', async () => {
  const { app, account, change, ask, token, set } = await started()
  await ask()
  const link = await token()
  const { answer } = await app.transaction(async (tx) => {
    await change({ pin_hash: 'of another PIN' }, tx.db)
    const answer = set(link)
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    return { answer }
  })
  expect((await answer).body.code).toBe('links.expired')
  expect((await account()).pin_hash).toBe('of another PIN')
})

test('a link that does not take a new PIN is not one for another account or another end', async () => {
  const { app, ann, set } = await started()
  const { id } = await app.db.selectFrom('users').where('email', '=', ann.email).select('id').executeTakeFirstOrThrow()
  const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'reset_password', userId: id, email: ann.email }))
  expect((await set(link['link.url'].split('#token=')[1] ?? '')).body.code).toBe('links.wrong')
  const other = await ann.call(changePin, { body: { current_pin: testPin, new_pin: '1357', new_pin_confirmation: '1357' } })
  expect(other.status).toBe(200)
})
