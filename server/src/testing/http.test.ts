import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { readOperations } from './read-contract.ts'
import { startTestApp } from './start-test-app.ts'
import { shareApp } from './share-app.ts'

const shared = shareApp(startTestApp)

const credentials = { email: 'ann@example.org', password: 'not-the-password' }

interface OpenApi {
  openapi: string
  paths: Record<
    string,
    Record<string, { security?: object[]; responses: Record<string, unknown>; operationId?: string; parameters?: { name: string }[] }>
  >
}

test('every call but the public ones answers 401 without a session, before it looks at anything else', async () => {
  const app = shared()
  const { body } = await app.send<OpenApi>('GET', '/api/openapi.json')
  const calls = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  )
  const guarded = calls.filter(({ call }) => call.security?.length !== 0)
  expect(guarded.length).toBeGreaterThan(8)
  for (const { path, method } of guarded) {
    for (const headers of [{}, { authorization: `Bearer ${'A'.repeat(43)}` }, { authorization: 'Bearer x' }] as Record<string, string>[]) {
      const answer = await app.send(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x'), {
        headers,
        ...(method === 'get' ? {} : { body: { nonsense: 1 } }),
      })
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 401, 'auth.unauthenticated'])
    }
  }
  const open = calls.filter(({ call }) => call.security?.length === 0).map(({ method, path }) => `${method} ${path}`)
  expect(open.sort()).toEqual([
    'get /api/breach-range/{prefix}',
    'get /api/installation',
    'post /api/auth/email/verification-notification',
    'post /api/auth/email/verify',
    'post /api/auth/identities/sign-in',
    'post /api/auth/identities/sign-in/finish',
    'post /api/auth/invite/accept',
    'post /api/auth/invite/read',
    'post /api/auth/links/check',
    'post /api/auth/login',
    'post /api/auth/passkey',
    'post /api/auth/passkey/options',
    'post /api/auth/password/email',
    'post /api/auth/password/reset',
    'post /api/auth/pin/reset',
    'post /api/auth/register',
    'post /api/auth/setup',
    'post /api/auth/setup/check',
    'post /api/auth/stop',
    'post /api/oauth/device',
    'post /api/oauth/revoke',
    'post /api/oauth/token',
    'post /api/webhooks/ses',
    'post /api/webhooks/zeptomail',
  ])
})

test('the API describes itself as OpenAPI 3.1, and its documentation loads nothing from elsewhere', async () => {
  const app = shared()
  const { body } = await app.send<OpenApi>('GET', '/api/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/api/auth/login', '/api/keys/details/{id}', '/api/keys/generate-codes']))
  const page = await app.send('GET', '/api/docs/')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.text).toMatch(/"agent":\s*{\s*"disabled":\s*true/) // else it asks its maker's servers
  const scripts = [...page.text.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source = '']) => source)
  expect(scripts.length).toBeGreaterThan(0)
  for (const source of scripts) expect(new URL(source, `${app.url}/api/docs/`).origin).toBe(app.url)
  const script = await app.send('GET', new URL(scripts[0] ?? '', `${app.url}/api/docs/`).pathname)
  expect([script.status, script.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
})

test('programs know each call by the name that the contract exports it under, and that name stays', async () => {
  const file = new URL('../../../contract/operations.json', import.meta.url)
  const kept = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  expect(kept, 'npm run operations writes the names of new calls').toEqual(Object.fromEntries(await readOperations()))
  expect(new Set(Object.values(kept)).size).toBe(Object.keys(kept).length)
  const app = shared()
  const { body } = await app.send<OpenApi>('GET', '/api/openapi.json')
  const unnamed = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => (call.operationId === undefined ? [`${method} ${path}`] : [])),
  )
  // Providers' webhooks are not calls of the contract.
  expect(unnamed).toEqual(['post /api/webhooks/ses', 'post /api/webhooks/zeptomail'])
})

test('the documentation names the header of a call that may be repeated', async () => {
  const app = shared()
  const { body } = await app.send<OpenApi>('GET', '/api/openapi.json')
  const takesKey = (path: string) => body.paths[path]?.['post']?.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false
  expect([takesKey('/api/keys'), takesKey('/api/auth/login')]).toEqual([true, false])
})

test.each([
  ['what is not JSON', { raw: '{"email":', headers: { 'content-type': 'application/json' } }, 400, 'request.malformed'],
  ['another content type', { raw: 'email=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'request.not_json'],
  ['more than 64 KiB', { body: { email: 'x'.repeat(70_000) } }, 413, 'request.too_large'],
  ['a body that is a list', { body: [credentials] }, 422, 'request.invalid'],
  ['a body that is a text', { body: 'x' }, 422, 'request.invalid'],
  ['no body', {}, 422, 'request.invalid'],
  ['a poisoned prototype', { raw: '{"__proto__":{"admin":true}}' }, 400, 'request.malformed'],
  ['values of the wrong type', { body: { email: { $ne: null }, password: [1] } }, 422, 'request.invalid'],
  ['a NUL in an address', { body: { email: 'a\u0000@example.org', password: 'not-the-password' } }, 422, 'request.invalid'],
  [
    'an emoji and a quote in a password',
    { body: { email: 'a@example.org', password: "🙂'; drop table users" } },
    422,
    'auth.invalid_credentials',
  ],
])('%s is refused with its own status and code', async (_, options, status, code) => {
  const app = shared()
  const answer = await app.send('POST', '/api/auth/login', options)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(typeof answer.body.message).toBe('string')
})

test('an unknown path below /api is 404 in JSON, doubled slashes and other case included', async () => {
  const app = shared()
  for (const path of ['/api/nothing', '/api//auth/login', '/api/Auth/Login', '/api/keys/../../etc/passwd', '/api/%00']) {
    const answer = await app.send('POST', path, { body: credentials })
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, expect.stringContaining('application/json')])
  }
})

test('every answer forbids framing, sniffing, foreign scripts and caching of the API', async () => {
  const app = shared()
  const { headers } = await app.send('GET', '/api/installation')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-inline')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('strict-transport-security')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
})

test('a browser’s write for another site is refused, whichever header tells', async () => {
  const app = await startTestApp()
  const browser = await openBrowser(app)
  const post = async (headers: Record<string, string>) => {
    const answer = await browser.send('POST', '/api/auth/login', credentials, headers)
    return [answer.status, answer.body.code]
  }
  expect(await post({})).toEqual([422, 'auth.invalid_credentials'])
  expect(await post({ 'sec-fetch-site': 'cross-site' })).toEqual([403, 'request.cross_site'])
  expect(await post({ 'sec-fetch-site': 'same-site' })).toEqual([403, 'request.cross_site'])
  expect(await post({ 'x-xsrf-token': 'wrong' })).toEqual([403, 'request.xsrf'])
  expect(await post({ cookie: '' })).toEqual([403, 'request.xsrf'])
  const older = (origin: string) =>
    app.send('POST', '/api/auth/login', {
      body: credentials,
      headers: { origin, cookie: `XSRF-TOKEN=${browser.jar.get('XSRF-TOKEN')}`, 'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '' },
    })
  expect((await older('https://evil.example')).body.code).toBe('request.cross_site')
  expect((await older('null')).body.code).toBe('request.cross_site')
  expect((await older(app.url)).body.code).toBe('auth.invalid_credentials')
})

test('/livez, /readyz and /metrics: the last one only for who has the token', async () => {
  const app = await startTestApp({ env: { METRICS_TOKEN: 'a-token-of-sixteen' } })
  expect((await app.send('GET', '/livez')).status).toBe(200)
  expect((await app.send('GET', '/readyz')).status).toBe(200)
  expect((await app.send('GET', '/metrics')).status).toBe(403)
  expect((await app.send('GET', '/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(403)
  const metrics = await app.send('GET', '/metrics', { headers: { authorization: 'Bearer a-token-of-sixteen' } })
  expect(metrics.text).toContain(`twofold_audit_key_info{fingerprint="${app.auditChain.signer.fingerprint}"`)
  expect(metrics.text).toContain('http_request_duration_seconds')
  const without = await startTestApp()
  expect((await without.send('GET', '/metrics')).status).toBe(404)
})

test.each(['br', 'gzip'])('large answers are compressed by %s for clients that take nothing else, and say the same', async (encoding) => {
  const app = shared()
  const plain = await app.send('GET', '/api/openapi.json')
  const answer = await app.send('GET', '/api/openapi.json', { headers: { 'accept-encoding': encoding } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.text).toBe(plain.text)
})

test('the log carries no secrets', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  app.server.log.warn(
    { headers: { authorization: `Bearer ${ann.token}` }, body: { password: 'hunter22', pin: '2468', secret: 'GEZDGNBV' } },
    'a careless line',
  )
  expect(app.logged()).toContain('a careless line')
  for (const secret of [ann.token, 'hunter22', '2468', 'GEZDGNBV']) expect(app.logged()).not.toContain(secret)
})
