import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { privateAddresses } from '../testing/private-addresses.ts'
import { createPinnedHosts, HostRefusedError, isListed } from './pinned-host.ts'
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

/* https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry (RFC 6890, RFC 8190), with multicast (RFC 5771, RFC 4291). */
test.each([
  ['This network', '0.0.0.0', '0.255.255.255'],
  ['Private-Use', '10.0.0.0', '10.255.255.255'],
  ['Shared Address Space', '100.64.0.0', '100.127.255.255'],
  ['Loopback', '127.0.0.0', '127.255.255.255'],
  ['Link Local', '169.254.0.0', '169.254.255.255'],
  ['Private-Use', '172.16.0.0', '172.31.255.255'],
  ['IETF Protocol Assignments', '192.0.0.0', '192.0.0.255'],
  ['Documentation (TEST-NET-1)', '192.0.2.0', '192.0.2.255'],
  ['Deprecated (6to4 Relay Anycast)', '192.88.99.0', '192.88.99.255'],
  ['Private-Use', '192.168.0.0', '192.168.255.255'],
  ['Benchmarking', '198.18.0.0', '198.19.255.255'],
  ['Documentation (TEST-NET-2)', '198.51.100.0', '198.51.100.255'],
  ['Documentation (TEST-NET-3)', '203.0.113.0', '203.0.113.255'],
  ['Multicast', '224.0.0.0', '239.255.255.255'],
  ['Reserved and Limited Broadcast', '240.0.0.0', '255.255.255.255'],
  ['Unspecified and Loopback', '::', '::1'],
  ['IPv4-IPv6 Translation of private use', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['Discard-Only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['Dummy IPv6 Prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['IETF Protocol Assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Segment Routing (SRv6) SIDs', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Unique-Local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Link-Local Unicast', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
])('the block %s of IANA’s registries is refused from %s to %s, also as IPv4 in IPv6', async (_name, first, last) => {
  const forms = [first, last].flatMap((address) =>
    address.includes(':') ? [address] : [address, `::ffff:${address}`, `64:ff9b::${address}`],
  )
  for (const address of forms) await expect(resolving(address).addressesOf('mail.example.com')).rejects.toThrow(HostRefusedError)
})

test.each([
  ['1.0.0.0', '9.255.255.255'],
  ['11.0.0.0', '100.63.255.255'],
  ['100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255'],
  ['169.255.0.0', '172.15.255.255'],
  ['172.32.0.0', '191.255.255.255'],
  ['192.0.1.0', '192.0.1.255'],
  ['192.0.3.0', '192.31.195.255'],
  ['192.88.100.0', '192.167.255.255'],
  ['192.169.0.0', '192.175.47.255'],
  ['198.20.0.0', '198.51.99.255'],
  ['203.0.114.0', '223.255.255.255'],
  ['2001:200::', '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db9::', '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2003::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff:1000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
])('an address between the blocks of IANA’s registries is connected to: %s and %s', async (first, last) => {
  expect(await resolving(first, last).addressesOf('mail.example.com')).toEqual([first, last])
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
  ['fd12::1', 'mail.lan', 'fd12:0::1'],
  ['::ffff:10.0.0.0/104', 'mail.lan', '10.0.0.7'],
  ['10.0.0.0/8', 'mail.lan', '::ffff:10.0.0.7'],
])('when %s is allowed, %s is connected to at %s', async (allowed, host, address) => {
  const hosts = createPinnedHosts({ allowed: [allowed], resolveHost: () => Promise.resolve([address]) })
  expect(await hosts.addressesOf(host)).toEqual([address])
})

test.each([
  ['mail.lan', 'other.lan', '10.0.0.7'],
  ['10.0.0.0/24', 'mail.lan', '10.0.1.7'],
  ['fd00::/8', 'mail.lan', '10.0.0.7'],
  ['10.0.0.7', 'mail.lan', '10.0.0.8'],
  ['fd12::1', 'mail.lan', 'fd12::2'],
  ['10.0.0.0/8', 'mail.lan', '64:ff9b::10.0.0.7'],
  ['10.0.0.0/', 'mail.lan', '10.0.0.0'],
  ['010.0.0.0/8', 'mail.lan', '10.0.0.7'],
  ['0177.0.0.0/8', 'mail.lan', '127.0.0.1'],
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

test.each([
  [{ family: 6 }, ['2606:4700::1111', 6]],
  [{ family: 'IPv6' as const }, ['2606:4700::1111', 6]],
  [{ family: 4 }, ['93.184.215.14', 4]],
  [{ family: 'IPv4' as const }, ['93.184.215.14', 4]],
  [{ family: 0 }, ['2606:4700::1111', 6]],
  [{}, ['2606:4700::1111', 6]],
  [{ all: true, family: 4 }, [[{ address: '93.184.215.14', family: 4 }]]],
  [
    { all: true },
    [
      [
        { address: '2606:4700::1111', family: 6 },
        { address: '93.184.215.14', family: 4 },
      ],
    ],
  ],
])('the look-up answers as that of Node.js does when asked for %o', async (options, expected) => {
  expect(await resolveName(resolving('2606:4700::1111', '93.184.215.14'), options)).toEqual([null, ...expected])
})

test('a host without an address of the family that was asked for is not found, as with the look-up of Node.js', async () => {
  const [error] = await resolveName(resolving('93.184.215.14'), { family: 6 })
  expect(error).toMatchObject({ code: 'ENOTFOUND', message: 'mail.example.com has no such address' })
})

test('the look-up fails for a refused host and says no address', async () => {
  const [error, address] = await resolveName(resolving('10.11.12.13'), {})
  expect(error).toBeInstanceOf(HostRefusedError)
  expect(error).toMatchObject({ name: 'HostRefusedError', code: 'EHOSTREFUSED' })
  expect(address).not.toContain('10.')
})

function resolveName(hosts: ReturnType<typeof resolving>, options: Parameters<typeof hosts.lookup>[1]) {
  const { promise, resolve } = Promise.withResolvers<unknown[]>()
  hosts.lookup('mail.example.com', options, (...answer) => resolve(answer))
  return promise
}

test.each([
  ['siem.lan', 'SIEM.lan.', true],
  ['siem.lan', 'other.lan', false],
  ['10.0.0.0/8', '10.0.0.7', true],
  ['10.0.0.0/8', '::ffff:10.0.0.7', true],
  ['10.0.0.0/8', '11.0.0.7', false],
  ['10.0.0.0/8', 'siem.lan', false],
  ['10.0.0.7', '10.0.0.8', false],
  ['fd12::1', 'fd12:0:0::1', true],
  ['fd12::1', 'fd12::2', false],
])('with %s on the list, %s is listed: %s', (entry, host, expected) => {
  expect(isListed(host, ['else.lan', entry])).toBe(expected)
})
