import { once } from 'node:events'
import { connect } from 'node:net'
import type { ErrorBody } from '@twofold/contract/errors'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from './start-test-app.ts'
import { eventually } from './eventually.ts'
import { shareApp } from './share-app.ts'

const shared = shareApp(startTestApp)

function openSocket(app: Pick<TestApp, 'url'>) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Bytes that no HTTP client would send, and all that comes back until the server closes. */
async function sendBytes(app: Pick<TestApp, 'url'>, text: string) {
  const socket = openSocket(app)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

const close = 'Host: vault.example.org\r\nConnection: close\r\n'

test.each([
  ['what is not HTTP', 'NONSENSE\r\n\r\n', 400, 'request.malformed'],
  ['two lengths', `POST /api/auth/login HTTP/1.1\r\n${close}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, 'request.malformed'],
  [
    'a length beside chunks, which smuggles a second request past a proxy',
    `POST /api/auth/login HTTP/1.1\r\n${close}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'request.malformed',
  ],
  ['20 kB of headers', `GET /api/installation HTTP/1.1\r\n${close}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'request.too_large'],
  ['an address that cannot be decoded', `GET /api/%zz HTTP/1.1\r\n${close}\r\n`, 404, 'request.not_found'],
  ['TRACE', `TRACE /api/installation HTTP/1.1\r\n${close}\r\n`, 404, 'request.not_found'],
  ['OPTIONS from another site', `OPTIONS /api/keys HTTP/1.1\r\n${close}Origin: https://evil.example\r\n\r\n`, 404, 'request.not_found'],
])('%s is answered in JSON with a code of the catalogue, and nothing may sniff or keep it', async (_, text, status, code) => {
  const app = shared()
  const answer = await sendBytes(app, text)
  expect([answer.status, (JSON.parse(answer.body) as ErrorBody).code]).toEqual([status, code])
  expect(answer.head).toContain('cache-control: no-store')
  expect(answer.head).toContain('x-content-type-options: nosniff')
  expect(answer.head).not.toContain('access-control-')
})

test('a parameter of any length is a wrong field, not a failure of ours', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const answer = await ann.send('DELETE', `/api/keys/details/${'a'.repeat(5000)}`)
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['id']])
  expect(app.logged()).toBe('')
})

test('a health check by HEAD gets the true answer', async () => {
  const app = await startTestApp()
  expect((await app.send('HEAD', '/livez')).status).toBe(200)
  expect((await app.send('HEAD', '/readyz')).status).toBe(200)
  await app.db.destroy()
  // Asked of the database at most once a second.
  await eventually(async () => expect((await app.send('HEAD', '/readyz')).status).toBe(503))
  expect((await app.send('HEAD', '/livez')).status).toBe(200)
})

test('no answer names the Host of its request, so that no link can be poisoned', async () => {
  const app = shared()
  for (const path of ['/api/installation', '/api/openapi.json', '/api/docs', '/api/nothing', '/livez']) {
    const forged = 'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n'
    const answer = await sendBytes(app, `GET ${path} HTTP/1.1\r\n${forged}\r\n`)
    expect(answer.head + answer.body).not.toContain('evil.example')
  }
})

test('a token counts in the Authorization header only', async () => {
  const app = shared()
  const { token } = await app.signUp('ann@example.org')
  const tries = [
    app.send('GET', `/api/auth/user?access_token=${token}`),
    app.send('GET', '/api/auth/user', { headers: { cookie: `twofold_session=${token}; auth_token=${token}` } }),
    app.send('GET', '/api/auth/user', { headers: { 'x-authorization': `Bearer ${token}`, authorization: `Basic ${token}` } }),
  ]
  for (const answer of await Promise.all(tries)) expect(answer.status).toBe(401)
})

test('a request that never ends does not keep the application from stopping', async () => {
  const app = await startTestApp()
  const socket = openSocket(app)
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
  )
  await once(socket, 'data')
  await app.stop(200)
})

test('an unknown part of the documentation is answered like any unknown address', async () => {
  const app = shared()
  const answer = await app.send('GET', '/api/docs/nothing')
  expect([answer.status, answer.body.code]).toEqual([404, 'request.not_found'])
})
