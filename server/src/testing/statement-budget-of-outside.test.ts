import { getMailPath } from '@twofold/contract/admin/mail-path'
import { inviteUser } from '@twofold/contract/admin/users'
import { startDeviceSignIn } from '@twofold/contract/devices'
import { passkeyOptions, passkeyRegistrationOptions } from '@twofold/contract/factors'
import { setKeyIcon } from '@twofold/contract/key-icons'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { signIn } from '@twofold/contract/sessions'
import { revokeShare } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { startFeed } from '../admin/system/testing/start-feed.ts'
import { codeAt, enrolPasskey, enrolTotp, enterPassword } from '../factors/testing/second-factors.ts'
import { createSoftwareAuthenticator } from '../factors/testing/software-authenticator.ts'
import { answerOf, type Browser, depart, startWithIssuer } from '../identities/testing/sign-in-elsewhere.ts'
import { startEmailApp, useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { makeToken } from '../machines/testing/make-token.ts'
import { showFactors } from './approvals.ts'
import { openBrowser } from './browser.ts'
import { countStatements } from './count-statements.ts'
import { goodBodies } from './good-bodies.ts'
import { addProvider, eventsOf } from './queued-events.ts'
import { startOfWindow } from './start-of-window.ts'
import { createPerson, startTestApp, testPassword, testPin } from './start-test-app.ts'
import { idOfAccount } from './account-row.ts'

/* Round trips of calls that need somebody or something outside: a provider, an authenticator, an inviter, a program, a feed. */

const usual = { read: 2, write: 6 }

// A pooler that hands out transactions is sent no pipeline, so every statement is a round trip there.
const pipelined = test.skipIf(inject('pooler')?.mode === 'transaction')

async function start() {
  const counting = countStatements()
  const { app, issuer } = await startWithIssuer({ now: startOfWindow(), env: { EMAIL_VERIFICATION: 'off' } })
  const names = new Map<string, number>()
  const signUp = (name: string) => {
    names.set(name, (names.get(name) ?? 0) + 1)
    return app.signUp(`${name}-${names.get(name)}@example.org`)
  }
  await app.signUp('root@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'root@example.org').execute()
  const { body } = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  const root = createPerson(app.url, 'root@example.org', body.access_token ?? '')
  await root.enterPin()
  await addProvider(app)
  return { app, issuer, signUp, root, counting }
}

type Started = Awaited<ReturnType<typeof start>>
type Ask = () => Promise<{ status: number; body: unknown }>

/** Signed in with the password, in a browser. */
async function enter({ app, signUp }: Started): Promise<Browser> {
  const { email } = await signUp('elsewhere')
  const browser = await openBrowser(app)
  const { body } = await browser.send<{ access_token: string }>('POST', '/api/auth/login', { email, password: testPassword })
  browser.token = body.access_token
  return browser
}

const connecting = { provider: 'oidc', current_password: testPassword }

/** Of accounts elsewhere. */
const elsewhere: Record<string, (all: Started) => Promise<Ask>> = {
  'POST /auth/identities': async (all) => {
    const browser = await enter(all)
    return () => browser.send('POST', '/api/auth/identities', connecting)
  },
  'POST /auth/identities/finish': async (all) => {
    const browser = await enter(all)
    const { body } = await browser.send<{ url: string }>('POST', '/api/auth/identities', connecting)
    const back = await all.issuer.visit(body.url)
    return () => browser.send('POST', '/api/auth/identities/finish', answerOf(back))
  },
  'POST /auth/identities/sign-in': async ({ app }) => {
    const browser = await openBrowser(app)
    return () => browser.send('POST', '/api/auth/identities/sign-in', { provider: 'oidc', remember: false })
  },
  'POST /auth/identities/sign-in/finish': async ({ app, issuer }) => {
    const browser = await openBrowser(app)
    const back = await issuer.visit(await depart(browser))
    return () => browser.send('POST', '/api/auth/identities/sign-in/finish', answerOf(back))
  },
}

/** Of second factors. */
const byFactors: Record<string, (all: Started) => Promise<Ask>> = {
  'POST /auth/factors/confirm': async ({ app, signUp }) => {
    const person = await signUp('confirming')
    const { secret } = await enrolTotp(app, person)
    app.clock.advance(60_000)
    return () => person.send('POST', '/api/auth/factors/confirm', { body: { method: 'totp', code: codeAt(secret, app.clock.now()) } })
  },
  'POST /auth/factors/passkeys': async ({ app, signUp }) => {
    const person = await signUp('adding')
    const authenticator = createSoftwareAuthenticator(app.config.appUrl)
    const { challenge_id, options } = (await person.call(passkeyRegistrationOptions, { body: { current_password: testPassword } })).body
    const body = { challenge_id, name: 'Laptop', attestation: authenticator.register(options) }
    return () => person.send('POST', '/api/auth/factors/passkeys', { body })
  },
  'POST /auth/passkey': async ({ app, signUp }) => {
    const { authenticator } = await enrolPasskey(app, await signUp('passkey'))
    const { challenge_id, options } = (await app.call(passkeyOptions, {})).body
    const body = { challenge_id, assertion: authenticator.assert(options) }
    return () => app.send('POST', '/api/auth/passkey', { body })
  },
  'POST /auth/second-factor by an app': async ({ app, signUp }) => {
    const person = await signUp('app')
    const { secret } = await enrolTotp(app, person)
    app.clock.advance(60_000)
    const entered = await enterPassword(app, person.email)
    return () => entered.passTotp(codeAt(secret, app.clock.now()))
  },
  'POST /auth/second-factor by a passkey': async ({ app, signUp }) => {
    const person = await signUp('second')
    const { authenticator } = await enrolPasskey(app, person)
    const entered = await enterPassword(app, person.email)
    const { challenge_id, options } = (await entered.call(passkeyOptions, {})).body
    const body = { method: 'passkey', challenge_id, assertion: authenticator.assert(options) }
    return () => entered.send('POST', '/api/auth/second-factor', { body })
  },
}

async function invite({ app, root }: Started, name: string) {
  const { body } = await root.call(inviteUser, { body: { email: app.address(`${name}@example.org`), delivery: 'link' } })
  return body.link?.split('#token=')[1] ?? ''
}

/** Of an installation without people. */
async function prepareSetup(): Promise<Ask> {
  const app = await startTestApp({ openBeforeSetUp: false })
  const token = (await app.setup.makeLink())?.token ?? ''
  const body = { token, name: 'Ann', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }
  return () => app.send('POST', '/api/auth/setup', { body })
}

/** Of a feed with a newer release, which administrators are notified of. */
async function prepareReleases(): Promise<Ask> {
  const feed = await startFeed()
  feed.body = JSON.stringify({ version: '1000.0.0' })
  const { admin } = await startEmailApp({ env: { UPDATE_FEED_URL: feed.url } })
  return () => admin.send('POST', '/api/admin/system/releases/check', {})
}

/** Of links, programs and others. */
const byOthers: Record<string, (all: Started) => Promise<Ask>> = {
  'POST /auth/setup': prepareSetup,
  'POST /admin/system/releases/check': prepareReleases,
  'POST /auth/invite/read': async (all) => {
    const token = await invite(all, 'reader')
    return () => all.app.send('POST', '/api/auth/invite/read', { body: { token } })
  },
  'POST /auth/invite/accept': async (all) => {
    const token = await invite(all, 'joiner')
    const body = { token, name: 'Joiner', password: testPassword, password_confirmation: testPassword, pin: testPin }
    return () => all.app.send('POST', '/api/auth/invite/accept', { body })
  },
  'POST /auth/email/verification-notification': async ({ app, signUp }) => {
    const { email } = await signUp('unproven')
    return () => app.send('POST', '/api/auth/email/verification-notification', { body: { email } })
  },
  'POST /auth/stop': async (all) => {
    const { app, root, signUp } = all
    const person = await signUp('stopper')
    await person.addKey('Host')
    const id = await idOfAccount(all.app, person.email)
    expect((await root.send('POST', `/api/admin/users/${id}/reset-link`, { body: { delivery: 'link' } })).status).toBe(200)
    const token = String((await eventsOf(app, 'user.account.closed')).at(-1)?.data['link.url']).split('#token=')[1]
    return () => app.send('POST', '/api/auth/stop', { body: { token } })
  },
  'POST /keys/{id}/ask-again': async ({ signUp }) => {
    const [owner, asker] = [await signUp('owner'), await signUp('asker')]
    const { key } = await owner.addKey('Host')
    const share_id = await owner.share(key.id, asker.email)
    await owner.call(revokeShare, { params: { id: key.id, share_id } })
    return () => asker.send('POST', `/api/keys/${key.id}/ask-again`, {})
  },
  'GET /keys/{id}/icon': async ({ signUp }) => {
    const owner = await signUp('painter')
    const { key } = await owner.addKey('Host')
    expect((await owner.call(setKeyIcon, { params: { id: key.id }, body: goodBodies['PUT /keys/{id}/icon'] as never })).status).toBe(200)
    return () => owner.send('GET', `/api/keys/${key.id}/icon`)
  },
  'GET /tokens/self': async (all) => {
    const { email } = await all.signUp('program')
    const token = await makeToken(all.app, { kind: 'pat', owner: await idOfAccount(all.app, email), scopes: ['keys:read'] })
    return () => token.send('GET', '/api/tokens/self')
  },
  'POST /oauth/token': async ({ app, signUp }) => {
    const person = await signUp('device')
    await person.enterPin()
    const { body } = await app.call(startDeviceSignIn, { body: { client_id: 'twofold 1.0', device_name: 'build-7' } })
    expect((await person.send('POST', '/api/profile/devices', { body: { user_code: body.user_code } })).status).toBeLessThan(300)
    const raw = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: body.device_code,
      client_id: 'twofold 1.0',
    })
    return () =>
      app.send('POST', '/api/oauth/token', { raw: raw.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  },
  'POST /admin/email/config/test': async ({ root }) => {
    const { provider } = await useSmtpSink()
    return () => root.send('POST', '/api/admin/email/config/test', { body: provider })
  },
  'POST /admin/system/jobs/retry': async ({ app, root }) => {
    await app.jobs.enqueue(app.db, 'system.health', {})
    await sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'system.health'`.execute(app.db)
    return () => root.send('POST', '/api/admin/system/jobs/retry', { body: { queue: 'system.health' } })
  },
  'POST /admin/mail-path/approve': async ({ app, signUp, root }) => {
    const { email } = await signUp('second')
    await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
    const { body: entered } = await app.call(signIn, { body: { email, password: testPassword } })
    const second = createPerson(app.url, email, entered.access_token ?? '')
    await second.enterPin()
    await showFactors(app)
    expect((await root.call(createProvider, { body: (await useSmtpSink()).provider })).status).toBeLessThan(300)
    const ids = (await second.call(getMailPath, {})).body.changes
      .filter(({ cannot_approve: refusal }) => refusal === null)
      .map(({ id }) => id)
    expect(ids).not.toEqual([])
    return () => second.send('POST', '/api/admin/mail-path/approve', { body: { ids } })
  },
  'POST /admin/reviews': async ({ app, signUp, root }) => {
    const dueAt = new Date(app.clock.now() + 14 * 24 * 60 * 60 * 1000).toISOString()
    const [owner, outside] = [await signUp('reviewed'), await signUp('outside')]
    const { key } = await owner.addKey('Host')
    await owner.share(key.id, outside.email)
    return () =>
      root.send('POST', '/api/admin/reviews', {
        body: { ...(goodBodies['POST /admin/reviews'] as object), domains: 'example.com', due_at: dueAt },
      })
  },
}

pipelined('no call that needs somebody outside takes more round trips than it is granted', async () => {
  const all = await start()
  const over: Record<string, string[]> = {}
  for (const [call, prepare] of Object.entries({ ...elsewhere, ...byFactors, ...byOthers })) {
    const ask = await prepare(all)
    // The first time some read what they keep from then on.
    if (call.startsWith('GET')) await ask()
    all.counting.reset()
    const { status, body } = await ask()
    if (status >= 300) {
      over[call] = [JSON.stringify(body)]
      continue
    }
    // Deferred work of a call, and statements of a new connection.
    const trips = all.counting.roundTrips.filter((texts) =>
      texts.some((text) => !/^insert into key_usage|^set statement_timeout/.test(text)),
    )
    expect([call, trips.length > 0]).toEqual([call, true])
    const granted = call.startsWith('GET') ? usual.read : usual.write
    if (trips.length > granted) over[`${call}: ${trips.length}, granted ${granted}`] = trips.map((texts) => texts.join(' | '))
  }
  expect(over, JSON.stringify(over, null, 2)).toEqual({})
})
