import { expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { FakeIssuer } from './testing/fake-issuer.ts'
import { arrive, depart, shareIssuer, signInElsewhere, startWithIssuer } from './testing/sign-in-elsewhere.ts'
import { codeOf, countOf } from './testing/outcomes.ts'

const start = shareIssuer()

const outsideTheToken = (claims: Record<string, unknown>) => (issuer: FakeIssuer) => {
  issuer.alter = (issued) => ({ ...issued, ...claims })
}

test.each<[string, (issuer: FakeIssuer, app: TestApp) => void]>([
  ['another nonce', outsideTheToken({ nonce: 'A'.repeat(43) })],
  ['no nonce', outsideTheToken({ nonce: undefined })],
  ['another audience', outsideTheToken({ aud: 'another-client' })],
  ['several audiences of which another is meant', outsideTheToken({ aud: ['vault', 'another'], azp: 'another' })],
  ['another issuer', outsideTheToken({ iss: 'https://evil.example' })],
  ['no subject', outsideTheToken({ sub: undefined })],
  ['a subject that is longer than one may be', outsideTheToken({ sub: 's'.repeat(256) })],
  ['a subject that cannot be stored', outsideTheToken({ sub: 'a\u0000b' })],
  [
    'a token that has expired',
    (issuer, app) =>
      outsideTheToken({ exp: Math.floor(app.clock.now() / 1000) - 60, iat: Math.floor(app.clock.now() / 1000) - 400 })(issuer),
  ],
  ['a token that is not valid yet', (issuer, app) => outsideTheToken({ nbf: Math.floor(app.clock.now() / 1000) + 600 })(issuer)],
  [
    'a signature by another key',
    (issuer) => {
      issuer.isForged = true
    },
  ],
  [
    'a secret that the issuer does not know',
    (issuer) => {
      issuer.registered = 'never'
    },
  ],
  [
    'a challenge of the token endpoint',
    (issuer) => {
      issuer.failure = { status: 401, body: '{}' }
    },
  ],
  [
    'an error of the token endpoint',
    (issuer) => {
      issuer.failure = { status: 400, body: '{"error":"invalid_grant"}' }
    },
  ],
])('%s: nobody is signed in', async (_, tamper) => {
  const { app, issuer } = start()
  tamper(issuer, app)
  const answer = await signInElsewhere(await openBrowser(app), issuer.visit)
  expect(codeOf(answer)).toEqual([422, 'identities.refused'])
  expect(answer.body.message).toBe('Single sign-on did not confirm this sign-in. Please try again.')
  expect([await countOf(app, 'users'), await countOf(app, 'sessions')]).toEqual([0, 0])
})

test('an answer that names another issuer, or none, is refused', async () => {
  const { app, issuer } = start()
  const browser = await openBrowser(app)
  for (const iss of ['https://evil.example', undefined]) {
    const back = await issuer.visit(await depart(browser))
    if (iss === undefined) back.searchParams.delete('iss')
    else back.searchParams.set('iss', iss)
    expect(codeOf(await arrive(browser, back))).toEqual([422, 'identities.refused'])
  }
})

test('somebody else’s code is worth nothing: the verifier of the own attempt does not fit', async () => {
  const { app, issuer } = start()
  const [browser, victim] = [await openBrowser(app), await openBrowser(app)]
  const [own, stolen] = [await issuer.visit(await depart(browser)), await issuer.visit(await depart(victim))]
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
  expect(codeOf(await arrive(browser, own))).toEqual([422, 'identities.refused'])
})

test('the tokens’ times are held against the clock of the application', async () => {
  const { app, issuer } = await startWithIssuer({ now: Date.parse('2031-05-01T00:00:00Z') })
  expect((await signInElsewhere(await openBrowser(app), issuer.visit)).status).toBe(200)
})

test('an issuer that is away, fails or answers no JSON is reported as such, and the next try is free', async () => {
  const { app, issuer } = start()
  const browser = await openBrowser(app)
  for (const failure of [
    { status: 503, body: 'down', type: 'text/html' },
    { status: 200, body: '<html>', type: 'text/html' },
  ]) {
    issuer.failure = failure
    const answer = await signInElsewhere(browser, issuer.visit)
    expect(codeOf(answer)).toEqual([503, 'identities.unavailable'])
  }
  issuer.failure = undefined
  expect((await signInElsewhere(browser, issuer.visit)).status).toBe(200)

  const gone = await startTestApp({ env: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' } })
  const there = await openBrowser(gone)
  const answer = await there.send('POST', '/api/auth/identities/sign-in', { provider: 'oidc', remember: false })
  expect(codeOf(answer)).toEqual([503, 'identities.unavailable'])
  expect(answer.body.message).toBe('Single sign-on cannot be reached right now. Please try again in a moment, or sign in another way.')
})

test('an issuer that never answers is given up', async () => {
  const { app, issuer } = start()
  issuer.isSilent = true
  const answer = await signInElsewhere(await openBrowser(app), issuer.visit)
  expect(codeOf(answer)).toEqual([503, 'identities.unavailable'])
})

test('the log of a refusal has no token, code or claim in it', async () => {
  const { app, issuer, email } = start()
  issuer.alter = (claims) => ({ ...claims, nonce: 'another-nonce' })
  const browser = await openBrowser(app)
  const back = await issuer.visit(await depart(browser))
  await arrive(browser, back)
  expect(app.logged()).toContain('a sign-in at a provider failed')
  for (const secret of ['eyJ', 'another-nonce', back.searchParams.get('code') ?? '', email, 'at-1'])
    expect(app.logged()).not.toContain(secret)
})
