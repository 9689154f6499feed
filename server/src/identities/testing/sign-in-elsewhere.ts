import type { IdentityProvider } from '@twofold/contract/accounts'
import type { finishIdentitySignIn } from '@twofold/contract/identities'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { openBrowser } from '../../testing/browser.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp, type TestAppOptions } from '../../testing/start-test-app.ts'
import { clientId, clientSecret, startIssuer } from './fake-issuer.ts'

export type Browser = Awaited<ReturnType<typeof openBrowser>>

/** An issuer, and an application that knows it as `oidc`. */
export async function startWithIssuer(options: TestAppOptions = {}) {
  const issuer = await startIssuer(() => app.clock.now(), options.atEnd)
  const env = { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, ...options.env }
  const app = await startTestApp({ ...options, env })
  return { app, issuer }
}

/**
 * An issuer and an application for the tests of a file, as `shareApp` has it. Each test that asks for them finds the issuer as it was at first, but
 * for its person, who is Ann at `email`.
 */
export function shareIssuer(env: Record<string, string> = {}) {
  const shared = shareApp(async (options) => {
    const { app, issuer } = await startWithIssuer({ env, ...options })
    return { ...app, issuer, plain: { ...issuer } }
  })
  return () => {
    const { issuer, plain, ...app } = shared()
    const email = app.address('ann@example.org')
    Object.assign(issuer, plain, { person: { ...plain.person, sub: email, email } })
    return { app, issuer, email }
  }
}

/** Goes to the provider. */
export async function depart(browser: Browser, provider: IdentityProvider = 'oidc', remember = false): Promise<string> {
  const { status, body } = await browser.send<{ url: string }>('POST', '/api/auth/identities/sign-in', { provider, remember })
  if (status !== 200) throw new Error(`Nobody can go there: ${JSON.stringify(body)}`)
  return body.url
}

/** Of the address that the browser came back to, what our page sends. */
export function answerOf(back: URL) {
  const provider = back.pathname.split('/').at(-1)
  const iss = back.searchParams.get('iss')
  return { provider, state: back.searchParams.get('state'), code: back.searchParams.get('code'), ...(iss === null ? {} : { iss }) }
}

/** Comes back, and keeps the session that opens. */
export async function arrive(browser: Browser, back: URL) {
  const answer = await browser.send<CallResponse<typeof finishIdentitySignIn>>(
    'POST',
    '/api/auth/identities/sign-in/finish',
    answerOf(back),
  )
  if (answer.body.access_token !== undefined) browser.token = answer.body.access_token
  return answer
}

/** All of it. */
export async function signInElsewhere(
  browser: Browser,
  visit: (url: string) => Promise<URL>,
  provider: IdentityProvider = 'oidc',
  remember = false,
) {
  return arrive(browser, await visit(await depart(browser, provider, remember)))
}
