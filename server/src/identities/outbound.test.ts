import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { privateHosts } from '../platform/testing/private-addresses.ts'
import { ProviderOutage } from './provider.ts'
import { createProviders } from './configured-providers.ts'

const attempt = { state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) }

async function startServer(answer: (request: IncomingMessage, port: number) => { status?: number; headers?: object; body?: unknown }) {
  const paths: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    const { status = 200, headers = {}, body = {} } = answer(request, (server.address() as AddressInfo).port)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, paths, connections: () => connections }
}

async function openidAt(issuer: string) {
  const oidc = { issuer, name: 'Issuer', clientId: 'id', clientSecret: 'secret' }
  const providers = await createProviders(
    { identityProviders: { oidc }, outboundAllow: [] },
    { address: 'https://vault.example' },
    systemClock,
  )
  const provider = providers.get('oidc')
  if (provider === undefined) throw new Error('There is no provider.')
  return provider
}

const others = privateHosts.filter((host) => !/^localhost/i.test(host))

test.each(others)('an issuer on this machine cannot have us call https://%s by naming it as its token endpoint', async (host) => {
  const inside = await startServer(() => ({}))
  const issuer = await startServer((_, port) => ({
    body: {
      issuer: `http://localhost:${port}`,
      authorization_endpoint: `http://localhost:${port}/authorize`,
      token_endpoint: `https://${host}:${inside.port}/token`,
      jwks_uri: `https://${host}:${inside.port}/keys`,
    },
  }))
  const provider = await openidAt(`http://localhost:${issuer.port}`)
  await provider.authorizationUrl(attempt)
  await expect(provider.prove({ code: 'code' }, attempt)).rejects.toThrow(ProviderOutage)
  expect(inside.connections()).toBe(0)
})

test('an issuer cannot redirect us', async () => {
  const inside = await startServer(() => ({}))
  const issuer = await startServer(() => ({ status: 302, headers: { location: `${inside.origin}/.well-known/openid-configuration` } }))
  await expect((await openidAt(issuer.origin)).authorizationUrl(attempt)).rejects.toThrow(Error)
  expect([issuer.paths.length, inside.paths.length]).toEqual([1, 0])
})
