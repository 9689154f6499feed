import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createCookies } from '../platform/http/cookies.ts'
import { servePages } from '../platform/http/pages.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createLog } from '../platform/log.ts'

const page = '<!doctype html><title>Twofold</title>'
const script = 'console.log("Twofold")\n'.repeat(200)

/** A server with the files that a build of the web application writes. */
async function startWithPages() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-pages-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'admin'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(page))
  await writeFile(join(folder, 'login.html'), `${page}<link rel="modulepreload" href="/assets/login-abc123.js">`)
  await writeFile(join(folder, 'admin', 'users.html'), `${page}<link rel="modulepreload" href="/assets/users-abc123.js">`)
  await writeFile(join(folder, 'assets', 'app-abc123.js'), script)
  await writeFile(join(folder, 'assets', 'app-abc123.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets', 'plain-abc123.js'), script)
  await writeFile(join(folder, 'sw.js'), 'self')
  const server = await createHttpServer({ log: createLog('silent'), trustedProxies: [], isHttps: () => false })
  await servePages({ fastify: server, cookies: createCookies(() => false) }, folder)
  onTestFinished(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    server.inject({ method, url, headers })
}

test('every address that is no file and not below /api gets the page, by GET and HEAD only', async () => {
  const ask = await startWithPages()
  for (const url of [
    '/',
    '/login',
    '/dashboard?tab=own',
    '/admin/email/templates/welcome',
    '/assets/../login',
    '/%2e%2e/%2e%2e/etc/passwd',
  ]) {
    const answer = await ask(url)
    expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('<!doctype html>')
    expect((await ask(url, {}, 'HEAD')).statusCode).toBe(200)
  }
  for (const url of [
    '/api',
    '/api/nothing',
    '/assets/missing.js',
    '/favicon.ico',
    '/assets/%2e%2e/index.html',
    '/assets/app-abc123.js.br',
    '/index.html',
    '/login.html',
    '/index.html.br',
  ]) {
    const answer = await ask(url)
    expect([url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([url, 404, 'request.not_found'])
  }
  expect((await ask('/dashboard', {}, 'POST')).statusCode).toBe(404)
})

test('a screen with a page of its own gets it, whatever is asked behind the path; every other gets the one for all', async () => {
  const ask = await startWithPages()
  const scriptOf = async (url: string) => /\/assets\/(\w+)-/.exec((await ask(url)).body)?.[1]
  expect(await scriptOf('/login')).toBe('login')
  expect(await scriptOf('/login?from=mail')).toBe('login')
  expect(await scriptOf('/admin/users')).toBe('users')
  for (const url of ['/', '/index', '/login/', '/users', '/admin', '/admin/users/7'])
    expect([url, await scriptOf(url)]).toEqual([url, undefined])
})

test('a page lets nothing inline in, is asked for again each time, and brings the cookie that writes need', async () => {
  const ask = await startWithPages()
  for (const url of ['/', '/login']) {
    const { headers } = await ask(url)
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'; style-src 'self';")
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['set-cookie']).toMatch(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Strict$/)
  }
})

test('pages are sent as the build compressed them, and not again to who has them', async () => {
  const ask = await startWithPages()
  const answer = await ask('/profile', { 'accept-encoding': 'gzip, br' })
  expect([answer.headers['content-encoding'], answer.headers['content-type']]).toEqual(['br', 'text/html; charset=utf-8'])
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page)
  expect((await ask('/profile')).headers['vary']).toContain('accept-encoding')
  const again = await ask('/profile', { 'if-none-match': String((await ask('/profile')).headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(again.headers['content-security-policy']).toContain("default-src 'none'") // a changed policy reaches who has the page, too
})

test('hashed files are kept for a year, everything else is asked for again', async () => {
  const ask = await startWithPages()
  expect((await ask('/assets/app-abc123.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await ask('/sw.js')).headers['cache-control']).toBe('no-cache')
})

test('files are sent compressed: as the build wrote them, else on the way', async () => {
  const ask = await startWithPages()
  const accept = { 'accept-encoding': 'br' }
  for (const url of ['/assets/app-abc123.js', '/assets/plain-abc123.js']) {
    const answer = await ask(url, accept)
    expect([url, answer.headers['content-encoding'], answer.headers['content-type']]).toEqual([
      url,
      'br',
      expect.stringContaining('javascript'),
    ])
    expect(answer.rawPayload.length).toBeLessThan(script.length / 4)
  }
})

test('files carry the security headers, and odd conditions on them are no failure of ours', async () => {
  const ask = await startWithPages()
  const answer = await ask('/assets/app-abc123.js')
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  })
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  for (const headers of [
    { range: 'bytes=999999-' },
    { range: 'nonsense' },
    { 'if-match': '"x"' },
    { 'if-modified-since': 'never' },
  ] as Record<string, string>[]) {
    expect((await ask('/assets/app-abc123.js', headers)).statusCode).toBeLessThan(500)
  }
})
