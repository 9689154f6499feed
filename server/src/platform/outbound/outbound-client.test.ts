import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type SinkAnswer, startHttpsSink } from '../testing/https-sink.ts'
import { makeCertificate } from '../testing/make-certificate.ts'
import { createOutboundClient } from './outbound-client.ts'
import { createPinnedHosts } from './pinned-host.ts'

const { signal } = new AbortController()
const quick = { connect: 400, response: 400 }

async function start(answer: SinkAnswer = { status: 200, body: { ok: true } }) {
  const sink = await startHttpsSink(() => answer)
  const client = sink.client(quick)
  onTestFinished(async () => {
    client.close()
    await sink.close()
  })
  return { sink, client, get: (path = '/') => client.exchange({ url: new URL(path, sink.origin), method: 'GET', signal }) }
}

test('an answer comes back whatever its status', async () => {
  const { get } = await start({ status: 418, body: { short: true } })
  const { status, body } = await get()
  expect([status, body.toString()]).toEqual([418, '{"short":true}'])
})

test('an answer to HEAD counts when its headers are there, whatever the server sends after them', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {}) // the client may cut it
    socket.once('data', () => socket.end('HTTP/1.1 404 Not Found\r\nx-why: gone\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const plainOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createOutboundClient({ hosts: createPinnedHosts({ allowed: ['127.0.0.1'] }), timeouts: quick, plainOrigin })
  onTestFinished(() => {
    client.close()
    server.close()
  })
  const { status, headers, body } = await client.exchange({ url: new URL(plainOrigin), method: 'HEAD', signal })
  expect([status, headers['x-why'], body.length]).toEqual([404, 'gone', 0])
})

test('a redirect is an answer, and is not followed', async () => {
  const { sink, get } = await start({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' }, body: '' })
  expect((await get()).status).toBe(302)
  expect(sink.requests).toHaveLength(1)
})

test('an address that holds a password is refused before anything is sent', async () => {
  const { sink, client } = await start()
  for (const userInfo of ['name:password@', 'name@', ':password@']) {
    const url = new URL(sink.origin.replace('//', `//${userInfo}`))
    await expect(client.exchange({ url, method: 'GET', signal })).rejects.toMatchObject({ code: 'ECREDENTIALS', wasSent: false })
  }
  expect(sink.requests).toEqual([])
})

test('a proxy of the environment is not used', async () => {
  const { sink, get } = await start()
  const proxy = await startHttpsSink(() => ({ status: 200, body: 'from the proxy' }))
  onTestFinished(() => proxy.close())
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, proxy.origin)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect((await get()).body.toString()).toBe('{"ok":true}')
  expect([sink.requests.length, proxy.requests.length]).toEqual([1, 0])
})

test('only HTTPS is spoken', async () => {
  const { sink, client } = await start()
  const url = new URL(sink.origin.replace('https:', 'http:'))
  await expect(client.exchange({ url, method: 'GET', signal })).rejects.toMatchObject({ code: 'EPROTOCOL', wasSent: false })
})

test.each(['https://127.0.0.1', 'https://[::ffff:127.0.0.1]', 'https://[::1]', 'https://localhost', 'https://2130706433'])(
  'the host of %s, which is not public, is refused before anything is sent',
  async (origin) => {
    const { sink } = await start()
    const client = createOutboundClient({ hosts: createPinnedHosts({ allowed: [] }), ca: sink.ca })
    onTestFinished(() => client.close())
    const url = new URL(`${origin}:${sink.port}/`)
    await expect(client.exchange({ url, method: 'GET', signal })).rejects.toMatchObject({ code: 'EHOSTREFUSED', wasSent: false })
    expect(sink.requests).toEqual([])
  },
)

test('a name that turns to a private address between two connections is refused at the second', async () => {
  const { sink } = await start()
  const answers = [['127.0.0.1'], ['127.0.0.2']]
  const hosts = createPinnedHosts({ allowed: ['127.0.0.1'], resolveHost: () => Promise.resolve(answers.shift() ?? []) })
  const client = createOutboundClient({ hosts, ca: sink.ca })
  onTestFinished(() => client.close())
  const ask = () => client.exchange({ url: new URL(sink.origin), method: 'GET', signal })
  const [first, second] = await Promise.allSettled([ask(), ask()])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'EHOSTREFUSED', wasSent: false } })
})

test('a certificate that nobody vouches for ends it before anything is sent', async () => {
  const { sink } = await start()
  const client = createOutboundClient({ hosts: createPinnedHosts({ allowed: ['localhost'] }), ca: makeCertificate().cert })
  onTestFinished(() => client.close())
  await expect(client.exchange({ url: new URL(sink.origin), method: 'GET', signal })).rejects.toMatchObject({ wasSent: false })
  expect(sink.requests).toEqual([])
})

test('a server that accepts the connection and says nothing is given up, and has got nothing', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { client } = await start()
  const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`)
  await expect(client.exchange({ url, method: 'GET', signal })).rejects.toMatchObject({ code: 'ETIMEDOUT', wasSent: false })
})

test.each(['drop', 'silent'] as const)('a request that was read and whose answer is %s may have been sent', async (answer) => {
  const { get } = await start(answer)
  await expect(get()).rejects.toMatchObject({ wasSent: true })
})

test('an answer without end is given up', async () => {
  const { get } = await start({ status: 200, body: 'x'.repeat(300 * 1024) })
  await expect(get()).rejects.toMatchObject({ code: 'ETOOLARGE' })
})

test('a request that was broken off before it began has not been sent', async () => {
  const { sink, client } = await start()
  const asking = client.exchange({ url: new URL(sink.origin), method: 'GET', signal: AbortSignal.abort() })
  await expect(asking).rejects.toMatchObject({ code: 'ABORT_ERR', wasSent: false })
  expect(sink.requests).toEqual([])
})
