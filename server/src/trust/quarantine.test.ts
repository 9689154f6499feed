import { makeResetLink, releaseUser, resetUserPassword, resetUserPin, updateUser } from '@twofold/contract/admin/users'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { generateCodes } from '@twofold/contract/codes'
import { confirmFactor } from '@twofold/contract/factors'
import { showSecret } from '@twofold/contract/keys'
import { checkLink } from '@twofold/contract/links'
import { verifyPin } from '@twofold/contract/pin'
import { changePin, listActivity } from '@twofold/contract/profile'
import { getCurrentUser } from '@twofold/contract/sessions'
import { shareKey } from '@twofold/contract/sharing/grants'
import { getClosing, proveAccount } from '@twofold/contract/trust'
import { changeSettings } from '@twofold/contract/admin/settings'
import { expect, test } from 'vitest'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { codeAt, enrolTotp } from '../factors/testing/second-factors.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { testPassword, testPin } from '../testing/start-test-app.ts'
import { day, expectClosed, secret, started, theirs } from '../testing/insiders.ts'
import { newAddress, move, stopLinks, stop, withoutMail } from './testing/stop-links.ts'
import { withFactor } from '../testing/with-factor.ts'

test('after a hand the person is notified at the old and the new address with who did it and until when, each with a link of its own', async () => {
  const app = await started()
  await move(app)
  const notices = await stopLinks(app)
  expect(notices.map(({ to }) => to)).toEqual([
    { user_id: app.id },
    { address: 'ann@example.org', name: 'Ann Example', language_of: app.id },
  ])
  const until = new Date(app.clock.now() + day).toISOString()
  for (const { data } of notices)
    expect(data).toMatchObject({
      'closing.what': 'changed the e-mail address of your account',
      'closing.until': until,
      'link.expires_at': until,
      'actor.name': expect.any(String) as string,
    })
  expect(new Set(notices.map(({ token }) => token)).size).toBe(2)
  const good = (await app.call(checkLink, { body: { token: notices[1]?.token ?? '' } })).body
  expect(good).toEqual({ state: 'good', purpose: 'stop', email: 'ann@example.org' })
})

test('the open session says at once that it is closed, by what, who did it, until when and what opens it', async () => {
  const app = await started()
  await enrolTotp(app, app.ann)
  await app.admin.call(resetUserPin, { params: { id: app.id }, body: { new_pin: '9999' } })
  const until = new Date(app.clock.now() + day).toISOString()
  expect((await app.ann.call(getCurrentUser, {})).body).toMatchObject({ codes_closed_until: until })
  expect((await app.ann.call(getClosing, {})).body.closing).toEqual({
    hands: [{ kind: 'pin_set', by: expect.any(String) as string, happened_at: app.clock.date().toISOString() }],
    codes_until: until,
    secrets_until: until,
    is_stopped: false,
    proofs: ['totp', 'recovery_code', 'password'],
  })
  expect((await app.second.call(getClosing, {})).body.closing).toBeNull()
  expect((await app.second.call(proveAccount, { body: { method: 'pin', pin: testPin } })).body.code).toBe('trust.not_closed')
})

test('in an open session the authenticator from before opens the codes, a wrong code or PIN does not', async () => {
  const app = await started()
  const totp = await enrolTotp(app, app.ann)
  await move(app)
  const wrong = await app.ann.call(proveAccount, { body: { method: 'totp', code: '000000' } })
  expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([422, 'trust.proof_wrong', { code: [expect.any(String)] }])
  expect((await app.ann.call(proveAccount, { body: { method: 'pin', pin: '0000' } })).status).toBe(422)
  await expectClosed(app, app.ann)
  app.clock.advance(60_000)
  const right = await app.ann.call(proveAccount, { body: { method: 'totp', code: codeAt(totp.secret, app.clock.now()) } })
  expect(right.status).toBe(200)
  expect(await app.ann.visible()).toEqual([app.key])
  const kinds = (await app.ann.call(listActivity, { query: {} })).body.data.map(({ kind }) => kind)
  expect(kinds).toContain('account_proven')
})

test('a recovery code from before opens the codes', async () => {
  const app = await started()
  const { recoveryCodes } = await enrolTotp(app, app.ann)
  await move(app)
  const proof = await app.ann.call(proveAccount, { body: { method: 'recovery_code', code: recoveryCodes[0] ?? '' } })
  expect(proof.status).toBe(200)
  expect(await app.ann.visible()).toEqual([app.key])
})

test('signing in with the password from before is a proof, where an administrator only set the PIN', async () => {
  const app = await started()
  await app.admin.call(resetUserPin, { params: { id: app.id }, body: { new_pin: '9999' } })
  await expectClosed(app, app.ann)
  const ann = await app.enter(app.ann.email)
  expect(ann.answer.second_factor_required).toBeUndefined()
  expect(await ann.visible()).toEqual([app.key])
  await expectClosed(app, ann, { codesToo: false })
})

test('a reset link on an administrator’s screen closes the account before anybody follows it', async () => {
  const app = await started()
  await app.admin.call(makeResetLink, { params: { id: app.id }, body: { delivery: 'link' } })
  await expectClosed(app, app.ann)
  await app.ann.call(proveAccount, { body: { method: 'password', password: testPassword } })
  expect(await app.ann.visible()).toEqual([app.key])
})

test('without a proof codes open after the waiting time, which administrators set from 1 to 7 days', async () => {
  const app = await started()
  const set = (quarantine_days: number) => app.admin.call(changeSettings, { body: { quarantine_days } })
  expect([(await set(0)).status, (await set(8)).status, (await set(3)).status]).toEqual([422, 422, 200])
  await move(app)
  const longer = new Date(app.clock.now() + 9 * day)
  await app.db.updateTable('sessions').set({ idle_expires_at: longer, expires_at: longer }).execute()
  app.clock.advance(3 * day - 1)
  expect((await app.ann.call(generateCodes, {})).body.code).toBe('keys.codes_closed')
  app.clock.advance(1)
  expect(await app.ann.visible()).toEqual([app.key])
  expect((await app.ann.call(getClosing, {})).body.closing).toBeNull()
})

test('while no e-mail can be sent, a hand closes all the same, and the person is notified once it works again', async () => {
  const app = await started({ work: true })
  await withoutMail(app)
  await move(app)
  await expectClosed(app, app.ann)
  const { provider, sink } = await useSmtpSink()
  await app.admin.call(createProvider, { body: provider })
  const notices = () => sink.mails.filter(({ parsed }) => parsed.text?.includes('/stop#')).flatMap(({ to }) => to)
  await expect.poll(notices).toEqual(expect.arrayContaining(['ann@example.com', 'ann@example.org']))
  await expectClosed(app, app.ann)
})

test('a second administrator with a second factor and the PIN opens the account, secrets too', async () => {
  const app = await started()
  const params = { id: app.id }
  await move(app)
  await stop(app)
  const di = await app.administrator('di@example.org')
  await app.growOld()
  expect((await di.call(releaseUser, { params })).body.code).toBe('pin.required')
  await di.enterPin()
  expect((await di.call(releaseUser, { params })).body.code).toBe('factors.proof_required')
  const { secret: own } = await enrolTotp(app, di)
  expect((await di.call(releaseUser, { params })).body.code).toBe('factors.proof_required')
  app.clock.advance(30_000)
  await di.call(confirmFactor, { body: { method: 'totp', code: codeAt(own, app.clock.now()) } })
  expect((await di.call(releaseUser, { params })).status).toBe(200)
  expect(await app.ann.visible()).toEqual([app.key])
  await app.ann.enterPin()
  expect((await app.ann.call(showSecret, { params: { id: app.key } })).body.secret).toBe(secret)
  expect((await di.call(releaseUser, { params })).body.code).toBe('trust.not_closed')
})

test('the administrator who closed an account, and one whose own account they touched, are refused', async () => {
  const app = await started()
  const params = { id: app.id }
  const ada = await withFactor(app, 'ada@example.org')
  const di = await withFactor(app, 'di@example.org')
  await ada.call(resetUserPin, { params: { id: di.id }, body: { new_pin: '9999' } })
  const open = { codes_closed_until: null, secrets_closed_until: null, closed_at: null }
  await app.db.updateTable('users').set(open).where('id', '=', di.id).execute()
  await di.call(verifyPin, { body: { pin: '9999' } })
  await ada.call(updateUser, { params, body: newAddress })
  expect((await ada.call(releaseUser, { params })).body.code).toBe('trust.own_hand')
  expect((await di.call(releaseUser, { params })).body.code).toBe('trust.not_independent')
  await expectClosed(app, app.ann)
})

test('way 1 in two acts: what was chosen between two hands proves nothing after the second', async () => {
  const app = await started()
  await withoutMail(app)
  await app.db.updateTable('users').set({ pin_hash: null }).where('id', '=', app.id).execute()
  await app.admin.call(resetUserPassword, { params: { id: app.id }, body: { new_password: theirs } })
  const thief = await app.enterAsAnn(await app.replacePassword(theirs))
  const chosen = await thief.call(changePin, {
    body: { current_password: `${theirs}-again`, new_pin: '1111', new_pin_confirmation: '1111' },
  })
  expect(chosen.status).toBe(200)
  app.clock.advance(60_000)
  await move(app, { name: 'Ann Example', email: 'thief@example.org' })
  for (const body of [
    { method: 'pin', pin: '1111' },
    { method: 'password', password: `${theirs}-again` },
  ] as const)
    expect((await thief.call(proveAccount, { body })).status).toBe(422)
  expect((await thief.call(generateCodes, {})).body.code).toBe('keys.codes_closed')
})

test('way 4 on an account that never had a key: after a hand what is shared with its address waits', async () => {
  const app = await started()
  await withoutMail(app)
  const params = { id: await app.idOf(app.second.email) }
  await app.admin.call(resetUserPassword, { params, body: { new_password: theirs } })
  expect(await eventsOf(app, 'user.account.closed')).toEqual([])
  const other = await app.ann.addKey('Second key')
  await app.ann.call(shareKey, { params: { id: other.key.id }, body: { email: app.second.email } })
  const next = await app.replacePassword(theirs, app.second.email)
  const thief = await app.enterAsAnn(next, app.second.email)
  expect(await thief.visible()).toEqual([])
})

test('an account that never had a key gets what waits for it, once its person signs in by a link on a clean path', async () => {
  const app = await started()
  const params = { id: await app.idOf(app.second.email) }
  await app.admin.call(resetUserPassword, { params, body: { new_password: theirs } })
  await app.ann.call(shareKey, { params: { id: app.key }, body: { email: app.second.email } })
  const shares = () => app.db.selectFrom('shares').select('recipient_id').execute()
  expect(await shares()).toEqual([{ recipient_id: null }])
  await app.enterAsAnn(theirs, app.second.email)
  expect(await shares()).toEqual([{ recipient_id: params.id }])
})
