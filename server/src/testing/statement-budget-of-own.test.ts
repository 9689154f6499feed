import { startDeviceSignIn } from '@twofold/contract/devices'
import { beginTotp } from '@twofold/contract/factors'
import { requestNewPin } from '@twofold/contract/pin'
import { updateProfile } from '@twofold/contract/profile'
import { addGroup } from '@twofold/contract/sharing/memberships'
import { requestPasswordReset } from '@twofold/contract/sessions'
import { expect, inject, test } from 'vitest'
import { codeAt, enrolTotp, enterPassword } from '../factors/testing/second-factors.ts'
import { countStatements } from './count-statements.ts'
import { goodBodies } from './good-bodies.ts'
import { offerKey } from './hand-over.ts'
import { addProvider, newestToken, runPutOff } from './queued-events.ts'
import { startOfWindow } from './start-of-window.ts'
import { startTestApp, testPassword, testPin } from './start-test-app.ts'

/* Round trips of writes that statement-budget.test.ts cannot count: they need a state of their own, and many end the caller's session. */

const usual = 6

// A pooler that hands out transactions is sent no pipeline, so every statement is a round trip there.
const pipelined = test.skipIf(inject('pooler')?.mode === 'transaction')

async function start() {
  const counting = countStatements()
  const app = await startTestApp({ now: startOfWindow() })
  let people = 0
  async function signUp() {
    people += 1
    const number = people
    const person = await app.signUp(`person-${number}@example.org`)
    await person.enterPin()
    return { ...person, other: await app.signUp(`other-${number}@example.org`), key: (await person.addKey('Host')).key.id }
  }
  return { app, counting, signUp }
}

type App = Awaited<ReturnType<typeof start>>['app']
type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof start>>['signUp']>>
interface Asked {
  body?: unknown
  /** In the path; by default the caller's key. */
  id?: string
  /** Another caller. */
  by?: Pick<Caller, 'send'>
}

const newPassword = { password: 'a-brand-new-one', password_confirmation: 'a-brand-new-one' }
const newSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** Prepares the state that each call needs, and answers its request. */
const callsOf = (app: App): Record<string, (caller: Caller) => Asked | Promise<Asked>> => {
  const nothing = () => ({})
  const withUserCode = async () => {
    const { body } = await app.call(startDeviceSignIn, { body: { client_id: 'twofold 1.0', device_name: 'build-7' } })
    return { body: { user_code: body.user_code } }
  }
  const askForAddress = async ({ call, email }: Caller) => {
    const body = { name: 'Ann', email: `new-${email}`, current_password: testPassword }
    expect((await call(updateProfile, { body })).body.user).toMatchObject({ pending_email: body.email })
    return {}
  }
  const code = (secret: string) => codeAt(secret, app.clock.now())
  return {
    'POST /auth/logout': nothing,
    'POST /logout': nothing,
    'POST /vault/lock': nothing,
    'PUT /profile': ({ email }) => ({ body: { name: 'Ann Other', email } }),
    'PUT /profile/password': () => ({
      body: { current_password: testPassword, new_password: 'a-brand-new-one', new_password_confirmation: 'a-brand-new-one' },
    }),
    'DELETE /profile': () => ({ body: { password: testPassword, confirmation: 'DELETE' } }),
    'POST /profile/tokens': () => ({ body: goodBodies['POST /profile/tokens'] }),
    'POST /profile/devices': withUserCode,
    'POST /profile/devices/deny': withUserCode,
    'POST /profile/devices/find': withUserCode,
    'POST /profile/pending-email': askForAddress,
    'DELETE /profile/pending-email': askForAddress,
    'POST /auth/email/verify': async (caller) => {
      await askForAddress(caller)
      return { body: { token: await newestToken(app, 'user.email_verification') } }
    },
    'POST /auth/register': ({ email }) => ({ body: { name: 'Ann', email: `more-${email}`, pin: testPin, ...newPassword } }),
    'POST /auth/password/email': ({ email }) => ({ body: { email } }),
    'POST /auth/password/reset': async ({ email }) => {
      await app.call(requestPasswordReset, { body: { email } })
      await runPutOff(app)
      return { body: { token: await newestToken(app, 'user.password.reset_requested'), ...newPassword } }
    },
    'POST /pin/forgotten': () => ({ body: { current_password: testPassword } }),
    'POST /auth/pin/reset': async ({ call }) => {
      await call(requestNewPin, { body: { current_password: testPassword } })
      const token = await newestToken(app, 'pin.forgotten')
      return { body: { token, password: testPassword, new_pin: '1357', new_pin_confirmation: '1357' } }
    },
    'POST /auth/factors/totp/confirm': async ({ call }) => {
      const { body } = await call(beginTotp, { body: { current_password: testPassword } })
      return { body: { code: code(body.secret) } }
    },
    'DELETE /auth/factors/totp': async (caller) => {
      await enrolTotp(app, caller)
      return { body: { current_password: testPassword } }
    },
    'POST /auth/factors/recovery-codes': async (caller) => {
      await enrolTotp(app, caller)
      return {}
    },
    'POST /auth/second-factor': async (caller) => {
      const { recoveryCodes } = await enrolTotp(app, caller)
      return { by: await enterPassword(app, caller.email), body: { method: 'recovery_code', code: recoveryCodes[0] } }
    },
    'PATCH /keys/{id}': () => ({ body: { name: 'Other host' } }),
    'POST /keys/{id}/rotate': () => {
      const codes = [0, 1].map((ahead) => codeAt(newSecret, app.clock.now() + 30_000 * ahead))
      return { body: { secret: newSecret, codes } }
    },
    'POST /keys/{id}/next-code': async ({ addKey }) => ({ id: (await addKey('Token', { type: 'hotp' })).key.id }),
    'POST /keys/{id}/leave': async ({ share, key, other }) => {
      await share(key, other.email)
      return { by: other }
    },
    'DELETE /keys/{id}/transfer': async (caller) => {
      await offerKey(caller, caller.other, caller.key)
      return {}
    },
    'POST /reviews': async ({ share, key, other }) => {
      await share(key, other.email)
      return { body: { scope: 'all', due_at: new Date(app.clock.now() + 14 * 24 * 60 * 60 * 1000).toISOString() } }
    },
    'POST /service-accounts': async ({ call }) => {
      const { group } = (await call(addGroup, { body: { name: 'Operations' } })).body
      return { body: { group_id: group.id, name: 'Deploy bot', description: 'Publishes packages' } }
    },
  }
}

pipelined('no write that needs a state of its own takes more round trips than it is granted', async () => {
  const { app, counting, signUp } = await start()
  const calls = callsOf(app)
  const callers = await Promise.all(Object.keys(calls).map(signUp))
  // From here on a changed address waits for a proof.
  await addProvider(app)

  const over: Record<string, string[]> = {}
  for (const [index, [call, prepare]] of Object.entries(calls).entries()) {
    const caller = callers[index] as Caller
    const { body, id = caller.key, by = caller } = await prepare(caller)
    const [method = '', path = ''] = call.split(' ')
    counting.reset()
    const { status, body: answer } = await by.send(method, `/api${path.replace('{id}', id)}`, body === undefined ? {} : { body })
    expect([call, status < 300 || answer]).toEqual([call, true])
    // Deferred work of a call, and statements of a new connection.
    const trips = counting.roundTrips.filter((texts) => texts.some((text) => !/^insert into key_usage|^set statement_timeout/.test(text)))
    expect([call, trips.length > 0]).toEqual([call, true])
    if (trips.length > usual) over[`${call}: ${trips.length}`] = trips.map((texts) => texts.join(' | '))
  }
  expect(over, JSON.stringify(over, null, 2)).toEqual({})
})
