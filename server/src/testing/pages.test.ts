import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createCookies } from '../platform/http/cookies.ts'
import { servePages } from '../platform/http/pages.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createLog } from '../platform/log.ts'

const script = 'console.log("Twofold")\n'.repeat(200)

/** A server with the files that a build of the web application writes. */
async function startWithPages() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta name="nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>',
  )
  await writeFile(join(folder, 'assets', 'app-abc123.js'), script)
  await writeFile(join(folder, 'assets', 'app-abc123.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets', 'plain-abc123.js'), script)
  await writeFile(join(folder, 'sw.js'), 'self')
  const server = await createHttpServer({ log: createLog('silent'), trustedProxies: [], isHttps: false })
  await servePages({ fastify: server, cookies: createCookies(false) }, folder)
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
  ]) {
    const answer = await ask(url)
    expect([url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([url, 404, 'request.not_found'])
  }
  expect((await ask('/dashboard', {}, 'POST')).statusCode).toBe(404)
})

test('the page’s own styles carry the nonce of its policy, a new one each time, and no inline script is let in', async () => {
  const ask = await startWithPages()
  const [first, second] = [await ask('/'), await ask('/login')]
  const nonceOf = (answer: typeof first) =>
    /style-src 'self' 'nonce-([\w-]{22})'/.exec(String(answer.headers['content-security-policy']))?.[1]
  expect(nonceOf(first)).toBeDefined()
  expect(nonceOf(second)).not.toBe(nonceOf(first))
  expect(first.body.match(/nonce="([^"]+)"/)?.[1]).toBe(nonceOf(first))
  expect(first.body).not.toContain('__CSP_NONCE__')
  expect(first.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(first.headers['cache-control']).toBe('no-cache')
  expect(first.headers['set-cookie']).toMatch(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Strict$/)
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
