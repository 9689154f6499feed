import { setUserRole } from '@twofold/contract/admin/users'
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  makeRecoveryCodes,
  passkeyRegistrationOptions,
  removePasskey,
  removeTotp,
} from '@twofold/contract/factors'
import { verifyPin } from '@twofold/contract/pin'
import { changePassword, changePin, updateProfile } from '@twofold/contract/profile'
import { shareKey } from '@twofold/contract/sharing/grants'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { approveTake, type Take } from '@twofold/contract/takes'
import { createToken } from '@twofold/contract/tokens'
import { expect, test } from 'vitest'
import { createSoftwareAuthenticator } from '../factors/testing/software-authenticator.ts'
import { codeAt } from '../factors/testing/second-factors.ts'
import { makeServiceAccount, makeToken } from '../machines/testing/make-token.ts'
import { idOf, type Person, startApprovals } from './approvals.ts'
import { countWaiting } from './count-waiting.ts'
import { eventually } from './eventually.ts'
import { shareApp } from './share-app.ts'
import { startTestApp, type TestApp, testPassword, testPin } from './start-test-app.ts'
import { idOfAccount } from './account-row.ts'

const shared = shareApp(startTestApp)

type Sent = Promise<{ status: number; body: unknown }>

const proof = { current_password: testPassword }

async function makePasskey({ call }: Person, app: TestApp) {
  const { challenge_id, options } = (await call(passkeyRegistrationOptions, { body: proof })).body
  const attestation = createSoftwareAuthenticator(app.config.appUrl).register(options)
  return { challenge_id, name: 'Laptop', attestation }
}

/** Prepares what stays when the session has ended, and answers the last call of it. */
const calls: Record<string, (person: Person, app: TestApp) => Promise<() => Sent>> = {
  'a passkey': async (person, app) => {
    const body = await makePasskey(person, app)
    return () => person.call(addPasskey, { body })
  },
  'an authenticator': async ({ call }, app) => {
    const { secret } = (await call(beginTotp, { body: proof })).body
    return () => call(confirmTotp, { body: { code: codeAt(secret, app.clock.now()) } })
  },
  'recovery codes': async ({ call }, app) => {
    const { secret } = (await call(beginTotp, { body: proof })).body
    await call(confirmTotp, { body: { code: codeAt(secret, app.clock.now()) } })
    return () => call(makeRecoveryCodes, {})
  },
  'a token':
    async ({ call }) =>
    () =>
      call(createToken, { body: { name: 'CI', scopes: ['keys:read'], expires_in_days: 30 } }),
  'a share': async (person) => {
    const params = { id: (await person.addKey('Door')).key.id }
    return () => person.call(shareKey, { params, body: { email: 'intruder@example.org' } })
  },
  'a member of a group': async ({ call }) => {
    const params = { id: (await call(addGroup, { body: { name: 'Team' } })).body.group.id }
    return () => call(addGroupMember, { params, body: { email: 'intruder@example.org' } })
  },
  'another address':
    async ({ call }) =>
    () =>
      call(updateProfile, { body: { name: 'Ann', email: `intruder@${crypto.randomUUID()}.example.org`, current_password: testPassword } }),
  'the first password': async (person, app) => {
    const id = await idOfAccount(app, person.email)
    await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    const body = { current_password: null, new_password: 'known-to-the-intruder', new_password_confirmation: 'known-to-the-intruder' }
    return () => person.call(changePassword, { body })
  },
  'another PIN':
    async ({ call }) =>
    () =>
      call(changePin, { body: { current_pin: testPin, new_pin: '9753', new_pin_confirmation: '9753' } }),
  'the removal of a passkey': async (person, app) => {
    const { id } = (await person.call(addPasskey, { body: await makePasskey(person, app) })).body.passkey
    return () => person.call(removePasskey, { params: { id }, body: proof })
  },
  'the removal of an authenticator': async ({ call }, app) => {
    const { secret } = (await call(beginTotp, { body: proof })).body
    await call(confirmTotp, { body: { code: codeAt(secret, app.clock.now()) } })
    return () => call(removeTotp, { body: proof })
  },
  'the yes to a program': async (person, app) => {
    const owner = await idOfAccount(app, person.email)
    const { id } = (await person.addKey('Door')).key
    const { id: program } = await makeServiceAccount(app, owner)
    await person.call(shareKey, { params: { id }, body: { service_account_id: program, approval: 'each' } })
    const token = await makeToken(app, { kind: 'svc', owner: program, scopes: ['codes:take'] })
    const asked = await token.send<{ take: Take }>('POST', `/api/keys/${id}/take`, { body: { wait_seconds: 600, hold_seconds: 0 } })
    const { id: take, approval } = asked.body.take
    return () => person.call(approveTake, { params: { id: take }, body: { number: approval?.number ?? 0 } })
  },
}

test.each(Object.entries(calls))('a session that ends meanwhile leaves no such thing behind: %s', async (_what, prepare) => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  await ann.enterPin()
  const send = await prepare(ann, app)
  const id = await idOfAccount(app, ann.email)

  const { answer } = await app.db.transaction().execute(async (ending) => {
    await ending.selectFrom('users').where('id', '=', id).select('id').forNoKeyUpdate().execute()
    await ending.deleteFrom('sessions').where('user_id', '=', id).execute()
    const sent = send()
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    return { answer: sent }
  })

  expect((await answer).body).toMatchObject({ code: 'auth.unauthenticated' })
})

test('a token that is revoked meanwhile gives nobody access', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const id = await idOfAccount(app, ann.email)
  const params = { id: (await ann.addKey('Door')).key.id }
  const device = await makeToken(app, { kind: 'cli', owner: id })
  await device.call(verifyPin, { body: { pin: testPin } })

  const { answer } = await app.db.transaction().execute(async (ending) => {
    await ending
      .updateTable('access_tokens')
      .where('id', '=', device.id)
      .set({ revoked_at: app.clock.date(), revoked_because: 'owner' })
      .execute()
    const sent = device.call(shareKey, { params, body: { email: 'intruder@example.org' } })
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    return { answer: sent }
  })

  expect((await answer).body).toMatchObject({ code: 'tokens.invalid' })
})

test('an administrator who is signed out or demoted meanwhile does and asks for nothing', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bob'])
  const ann = of('ann')
  const id = await idOf(app, 'ann')
  const acts = [
    () => ann.call(addSuppression, { body: { email: 'vic@example.org' } }),
    () => ann.call(setUserRole, { params: { id: vic }, body: { role: 'admin' } }),
  ]
  const { answers } = await app.db.transaction().execute(async (ending) => {
    // Which ends their sessions.
    await ending.updateTable('users').set({ role: 'user' }).where('id', '=', id).execute()
    const sent = acts.map((act) => act())
    await eventually(async () => expect(await countWaiting(app.db)).toBe(2))
    return { answers: Promise.all(sent) }
  })

  const codes = (await answers).map(({ body }) => (body as { code?: string }).code)
  expect(codes).toEqual(['auth.unauthenticated', 'auth.unauthenticated'])
  expect(await app.db.selectFrom('email_suppressions').select('id').execute()).toEqual([])
})
