import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { privateAddresses } from '../testing/private-addresses.ts'
import { createPinnedHosts, HostRefusedError } from './pinned-host.ts'
import { connectPinned } from './pinned-socket.ts'

const resolving = (...addresses: string[]) => createPinnedHosts({ allowed: [], resolveHost: () => Promise.resolve(addresses) })

test.each([
  '93.184.215.14',
  '2606:4700::1111',
  '64:ff9b::5db8:d70e', // NAT64 of a public address: how IPv6-only networks reach the rest
  '::ffff:93.184.215.14',
])('the public address %s is connected to', async (address) => {
  expect(await resolving(address).addressesOf('mail.example.com')).toEqual([address])
  expect(await resolving().addressesOf(address)).toEqual([address])
})

test.each(privateAddresses)('%s is refused, as an address and as what a name stands for', async (address) => {
  await expect(resolving().addressesOf(address)).rejects.toThrow(HostRefusedError)
  await expect(resolving(address).addressesOf('mail.example.com')).rejects.toThrow(HostRefusedError)
})

test('one private address among public ones condemns the name', async () => {
  await expect(resolving('93.184.215.14', '10.0.0.1').addressesOf('mail.example.com')).rejects.toThrow(HostRefusedError)
})

test('the refusal names the host and the setting, and nothing of our network', async () => {
  await expect(resolving('10.11.12.13').addressesOf('mail.example.com')).rejects.toThrow(
    /^mail\.example\.com is not a public host\. If it is yours, list it in OUTBOUND_ALLOW\.$/,
  )
})

test.each([
  ['mail.lan', 'mail.lan', '10.0.0.7'],
  ['Mail.LAN', 'mail.lan.', '10.0.0.7'],
  ['10.0.0.7', 'mail.lan', '10.0.0.7'],
  ['10.0.0.0/8', 'mail.lan', '10.0.0.7'],
  ['10.0.0.0/8', '10.0.0.7', '10.0.0.7'],
  ['10.0.0.7', '::ffff:10.0.0.7', '::ffff:10.0.0.7'],
  ['fd00::/8', 'mail.lan', 'fd12::1'],
])('when %s is allowed, %s is connected to at %s', async (allowed, host, address) => {
  const hosts = createPinnedHosts({ allowed: [allowed], resolveHost: () => Promise.resolve([address]) })
  expect(await hosts.addressesOf(host)).toEqual([address])
})

test.each([
  ['mail.lan', 'other.lan', '10.0.0.7'],
  ['10.0.0.0/24', 'mail.lan', '10.0.1.7'],
  ['fd00::/8', 'mail.lan', '10.0.0.7'],
])('that %s is allowed does not let %s through at %s', async (allowed, host, address) => {
  const hosts = createPinnedHosts({ allowed: [allowed], resolveHost: () => Promise.resolve([address]) })
  await expect(hosts.addressesOf(host)).rejects.toThrow(HostRefusedError)
})

test('a name that stands for nothing is refused', async () => {
  await expect(resolving().addressesOf('mail.example.com')).rejects.toThrow(HostRefusedError)
})

test('a resolver that changes its answer gains nothing: it is asked once, and the connection goes to what was checked', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const connected = new Promise<void>((resolve) => server.once('connection', (socket) => (socket.destroy(), resolve())))
  const answers = [['127.0.0.1'], ['169.254.169.254']]
  let asked = 0
  const hosts = createPinnedHosts({ allowed: ['127.0.0.1'], resolveHost: () => Promise.resolve(answers[asked++] ?? []) })

  const socket = await connectPinned(hosts, { host: 'mail.example.com', port: (server.address() as AddressInfo).port, timeoutMs: 5000 })
  onTestFinished(() => void socket.destroy())

  expect(socket.remoteAddress).toBe('127.0.0.1')
  expect(asked).toBe(1)
  await connected
  await expect(connectPinned(hosts, { host: 'mail.example.com', port: 25, timeoutMs: 5000 })).rejects.toThrow(HostRefusedError)
})

test('no connection is opened to a refused address', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  let connections = 0
  server.on('connection', () => (connections += 1))
  const { port } = server.address() as AddressInfo
  for (const host of ['127.0.0.1', '::ffff:127.0.0.1', 'localhost']) {
    await expect(connectPinned(createPinnedHosts({ allowed: [] }), { host, port, timeoutMs: 5000 })).rejects.toThrow(HostRefusedError)
  }
  await promisify(server.close.bind(server))()
  expect(connections).toBe(0)
})

test('the look-up keeps to the family that was asked for', async () => {
  const hosts = resolving('93.184.215.14', '2606:4700::1111')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  hosts.lookup('mail.example.com', { all: true, family: 6 }, (_error, found) => resolve(found))
  expect(await promise).toEqual([{ address: '2606:4700::1111', family: 6 }])
})
