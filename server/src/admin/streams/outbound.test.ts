import { type AddressInfo, createServer } from 'node:net'
import { once } from 'node:events'
import { createStream, listStreams, type StreamTarget } from '@twofold/contract/admin/streams'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createPinnedHosts } from '../../platform/outbound/pinned-host.ts'
import { privateAddresses, privateHosts } from '../../platform/testing/private-addresses.ts'
import { explainDelivery } from './stream-batch.ts'
import { openSink } from './open-sink.ts'
import { startReceiver } from './testing/receivers.ts'
import { startStreams } from './testing/start-streams.ts'
import { shareApp } from '../../testing/share-app.ts'

const shared = shareApp(startStreams)

const batch = { first: 1, last: 1, hash: '0'.repeat(64), events: [{ time: '-', json: '{}' }] }
const { signal } = new AbortController()

async function startInside() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

const targetsAt = (host: string, port: number): StreamTarget[] => [
  { kind: 'syslog', host: host.replace(/^\[|\]$/g, ''), port },
  { kind: 'https', url: `https://${host}:${port}/audit` },
  { kind: 's3', endpoint: `https://${host}:${port}`, region: 'us-east-1', bucket: 'logs', access_key_id: 'id' },
]

function open(target: StreamTarget, resolveHost?: (host: string) => Promise<string[]>) {
  const hosts = createPinnedHosts({ allowed: [], ...(resolveHost === undefined ? {} : { resolveHost }) })
  const sink = openSink('id', target, 'whsec_AAAA', { hosts, hostname: () => 'vault.example', folder: '/nowhere', clock: systemClock })
  onTestFinished(() => sink.close())
  return sink
}

test.each(privateHosts)('no sink connects to %s', async (host) => {
  const inside = await startInside()
  for (const target of targetsAt(host, inside.port)) await expect(open(target).deliver(batch, signal)).rejects.toThrow(Error)
  expect(inside.connections()).toBe(0)
})

test.each(privateAddresses)('no sink connects to a name that stands for %s', async (address) => {
  for (const target of targetsAt('collector.example.com', 443)) {
    const error: unknown = await open(target, () => Promise.resolve([address]))
      .deliver(batch, signal)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'EHOSTREFUSED' })
    expect(explainDelivery(error)).not.toContain(address)
    expect(explainDelivery(error)).toMatch(/collector\.example\.com .*OUTBOUND_ALLOW/)
  }
})

test('a name that turns to a private address after the stream was added is refused when it is sent to', async () => {
  const inside = await startInside()
  for (const target of targetsAt('collector.example.com', inside.port)) {
    const answers = [['93.184.215.14'], ['127.0.0.1']]
    const resolve = () => Promise.resolve(answers.shift() ?? ['127.0.0.1'])
    const hosts = createPinnedHosts({ allowed: [], resolveHost: resolve })
    await hosts.addressesOf('collector.example.com')
    await expect(open(target, resolve).deliver(batch, signal)).rejects.toMatchObject({ code: 'EHOSTREFUSED' })
  }
  expect(inside.connections()).toBe(0)
})

test('a receiver cannot redirect a stream', async () => {
  const app = await startStreams()
  const inside = await startReceiver()
  const receiver = await startReceiver(() => ({ status: 307, headers: { location: `${inside.origin}/audit` }, body: '' }))
  await app.add({ kind: 'https', url: `${receiver.origin}/audit`, ca: receiver.ca })
  await app.send()
  expect([receiver.requests.length, inside.requests.length]).toEqual([1, 0])
  expect((await app.root.call(listStreams, {})).body.data[0]?.last_error).toBe('The receiver answered 307.')
})

test('a receiver without TLS is named as one, to an address and to syslog', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const hosts = createPinnedHosts({ allowed: ['127.0.0.0/8'] })
  for (const target of targetsAt('127.0.0.1', (server.address() as AddressInfo).port).slice(0, 2)) {
    const sink = openSink('id', target, 'whsec_AAAA', { hosts, hostname: () => 'vault.example', folder: '/nowhere', clock: systemClock })
    onTestFinished(() => sink.close())
    const error: unknown = await sink.deliver(batch, signal).catch((thrown: unknown) => thrown)
    expect(explainDelivery(error)).toMatch(/^The receiver does not speak TLS, or only a version that is too old/)
  }
})

test('private hosts are refused on the field, with the variable that allows them and nothing of the network', async () => {
  const app = await startStreams({ env: { OUTBOUND_ALLOW: 'siem.example.lan' } })
  for (const target of targetsAt('127.0.0.1', 443)) {
    const { status, body } = await app.root.call(createStream, { body: { name: 'Inside', target } })
    const field = target.kind === 'syslog' ? 'target.host' : target.kind === 'https' ? 'target.url' : 'target.endpoint'
    expect([status, body.errors]).toEqual([
      422,
      { [field]: ['127.0.0.1 is not a public host. If it is yours, list it in OUTBOUND_ALLOW.'] },
    ])
  }
})

test('HTTPS goes to port 443 only, but for hosts that OUTBOUND_ALLOW lists', async () => {
  const app = await startStreams({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } })
  const create = (url: string) => app.root.call(createStream, { body: { name: 'Port', target: { kind: 'https', url } } })
  expect((await create('https://93.184.215.14:8443/audit')).body.errors).toEqual({
    'target.url': ['Port 8443 is used only for hosts that OUTBOUND_ALLOW lists.'],
  })
  expect((await create('https://127.0.0.1:8443/audit')).status).toBe(201)
})

test.each(['http://siem.example.com/', 'https://name:password@siem.example.com/', 'https://siem.example.com/?token=secret', 'siem'])(
  '%s is no address for a stream',
  async (url) => {
    const app = shared()
    const { status, body } = await app.root.call(createStream, { body: { name: 'Odd', target: { kind: 'https', url } } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['target.url']])
  },
)
