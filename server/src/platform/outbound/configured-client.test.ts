import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { privateHosts } from '../testing/private-addresses.ts'
import { createConfiguredClient } from './configured-client.ts'

const { signal } = new AbortController()

async function startServer(listener: RequestListener = (_, response) => response.end('here')) {
  let connections = 0
  const server = createServer(listener).listen(0, '127.0.0.1')
  server.on('connection', () => (connections += 1))
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, connections: () => connections }
}

function clientFor(address: string, allowed: readonly string[] = []) {
  const client = createConfiguredClient(address, allowed)
  onTestFinished(() => client.close())
  return (url: string) => client.exchange({ url: new URL(url), method: 'GET', signal })
}

test('an address that the configuration names is asked although it is private and without TLS', async () => {
  const { origin } = await startServer()
  const { status, body } = await clientFor(`${origin}/releases.json`)(`${origin}/releases.json`)
  expect([status, body.toString()]).toEqual([200, 'here'])
})

test('a file on the server does not redirect to anywhere', async () => {
  const { origin: elsewhere, connections } = await startServer()
  const { origin } = await startServer((_, response) => response.writeHead(307, { location: elsewhere }).end())
  expect((await clientFor(origin)(origin)).status).toBe(307)
  expect(connections()).toBe(0)
})

test.each(privateHosts)('that a public address is configured does not open https://%s', async (host) => {
  const { port, connections } = await startServer()
  await expect(clientFor('https://id.example.org')(`https://${host}:${port}/`)).rejects.toMatchObject({
    code: 'EHOSTREFUSED',
    wasSent: false,
  })
  expect(connections()).toBe(0)
})

test('without TLS only the very origin that is configured is asked', async () => {
  const [{ origin }, other] = [await startServer(), await startServer()]
  await expect(clientFor(origin)(other.origin)).rejects.toMatchObject({ code: 'EPROTOCOL' })
  await expect(clientFor('https://127.0.0.1')(other.origin)).rejects.toMatchObject({ code: 'EPROTOCOL' })
  expect(other.connections()).toBe(0)
})
