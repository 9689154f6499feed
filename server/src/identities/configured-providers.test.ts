import { expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { addProvider, newestToken } from '../testing/queued-events.ts'
import { startTestApp, testPassword } from '../testing/start-test-app.ts'
import { startFacebook } from './testing/fake-facebook.ts'
import { clientId, clientSecret, startIssuer } from './testing/fake-issuer.ts'
import { depart, signInElsewhere } from './testing/sign-in-elsewhere.ts'

const visit = async (url: string) => new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')

const env = {
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  FACEBOOK_CLIENT_ID: clientId,
  FACEBOOK_CLIENT_SECRET: clientSecret,
}

async function startBoth() {
  const facebook = await startFacebook()
  const google = await startIssuer(() => app.clock.now())
  const app = await startTestApp({ env, providerAddresses: { google: google.url, facebook: facebook.addresses } })
  return { app, google, facebook }
}

test('Google signs in over OpenID Connect, at an address of ours that no other provider answers to', async () => {
  const { app } = await startBoth()
  expect((await app.send('GET', '/api/installation')).body).toMatchObject({
    providers: [
      { id: 'google', name: 'Google' },
      { id: 'facebook', name: 'Facebook' },
    ],
  })
  const browser = await openBrowser(app)
  const url = new URL(await depart(browser, 'google'))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    redirect_uri: `${app.config.appUrl}/callback/google`,
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  })
  expect((await signInElsewhere(browser, visit, 'google')).body.user?.email).toBe('ann@example.org')
})

test('an installation without providers offers none to sign in with', async () => {
  const app = await startTestApp()
  const browser = await openBrowser(app)
  expect((await app.send('GET', '/api/installation')).body).toMatchObject({ providers: [] })
  for (const provider of ['google', 'facebook', 'oidc']) {
    const answer = await browser.send('POST', '/api/auth/identities/sign-in', { provider, remember: false })
    expect([answer.status, answer.body.code]).toEqual([404, 'identities.not_offered'])
  }
})

test('Facebook proves who it is, and no address: a new account proves that with an e-mail of ours', async () => {
  const { app } = await startBoth()
  await addProvider(app)
  const browser = await openBrowser(app)
  const first = await signInElsewhere(browser, visit, 'facebook')
  expect(first.body).toEqual({ email_verification_required: true, email: 'ann@example.org' })
  const token = await newestToken(app, 'user.email_verification')
  expect((await app.send('POST', '/api/auth/email/verify', { body: { token } })).status).toBe(200)
  const second = await signInElsewhere(browser, visit, 'facebook')
  expect(second.body.user).toMatchObject({ name: 'Ann Example', email: 'ann@example.org', email_verified: true })
})

test('Facebook without e-mail here, and people there without an address, make no account', async () => {
  const { app, facebook } = await startBoth()
  const browser = await openBrowser(app)
  expect((await signInElsewhere(browser, visit, 'facebook')).body.code).toBe('identities.unverified')
  facebook.person = { id: '1', name: 'No Address' }
  const answer = await signInElsewhere(browser, visit, 'facebook')
  expect(answer.body.message).toMatch(/^Facebook did not tell your e-mail address/)
})

test('a code of Facebook that was used is refused', async () => {
  const { app } = await startBoth()
  const browser = await openBrowser(app)
  const [first, second] = [await visit(await depart(browser, 'facebook')), await visit(await depart(browser, 'facebook'))]
  const send = (back: URL, code: string | null) =>
    browser.send('POST', '/api/auth/identities/sign-in/finish', { provider: 'facebook', state: back.searchParams.get('state'), code })
  await send(first, first.searchParams.get('code'))
  expect((await send(second, first.searchParams.get('code'))).body.code).toBe('identities.refused')
})

test('a link in an e-mail to a new password takes an account that nobody had proven from the person who made it elsewhere', async () => {
  const { app } = await startBoth()
  await addProvider(app)
  const thief = await openBrowser(app)
  await signInElsewhere(thief, visit, 'facebook')
  const { id, email } = await app.db.selectFrom('users').select(['id', 'email']).executeTakeFirstOrThrow()
  await app.passwordChanges.sendReset({ email, address: '203.0.113.7' })
  const token = await newestToken(app, 'user.password.reset_requested')
  const reset = { token, password: testPassword, password_confirmation: testPassword }
  expect((await app.send('POST', '/api/auth/password/reset', { body: reset })).status).toBe(200)
  expect(await app.db.selectFrom('identities').select('id').where('user_id', '=', id).execute()).toEqual([])
  expect((await signInElsewhere(thief, visit, 'facebook')).body.user).toBeUndefined()
})
