import { createHmac, generateKeyPairSync, type KeyObject, sign as signWith } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Slow to make: the same for every issuer of a process. */
const rsa = ['one', 'two', 'three'].map((kid) => ({ kid, alg: 'RS256', ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }))
const ec = { kid: 'curve', alg: 'ES256', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
const edwards = { kid: 'edwards', alg: 'EdDSA', ...generateKeyPairSync('ed25519') }

interface IssuerKey {
  kid: string
  alg: string
  privateKey: KeyObject
  publicKey: KeyObject
}

const keyOf = (kid: string): IssuerKey => {
  const found = [...rsa, ec, edwards].find((key) => key.kid === kid)
  if (found === undefined) throw new Error(`There is no key ${kid}.`)
  return found
}

export const encodePart = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

function signatureOf(alg: string, key: KeyObject, text: string): Buffer {
  const bytes = Buffer.from(text)
  if (alg === 'ES256') return signWith('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })
  if (alg === 'PS256') return signWith('sha256', bytes, { key, padding: 6, saltLength: 32 })
  return signWith(alg === 'EdDSA' ? null : 'sha256', bytes, key)
}

export interface Signing {
  header?: Record<string, unknown>
  /** Which key signs, whatever the header says. */
  kid?: string
  alg?: string
}

/** How an issuer answers: as it should, or in a way that one may meet. */
export type IssuerMood =
  | 'well'
  | 'down'
  | 'silent'
  | 'redirects'
  | 'too much'
  | 'not JSON'
  | 'another name'
  | 'keys elsewhere'
  | 'private keys'

/** An issuer of workload tokens on a port of its own: discovery, keys, and the address at which a job of GitHub asks for its token. */
export async function startWorkloadIssuer() {
  const asked: string[] = []
  const issuer = {
    url: '',
    asked,
    published: ['one', 'curve', 'edwards'],
    mood: 'well' as IssuerMood,
    /** Claims of a job's token. */
    claims: {} as Record<string, unknown>,
    /** A token of the issuer. Claims that are `undefined` are left out. */
    sign(claims: Record<string, unknown>, { header = {}, kid = 'one', alg }: Signing = {}): string {
      const key = keyOf(kid)
      const name = alg ?? key.alg
      const seconds = Math.floor(Date.now() / 1000)
      const text = `${encodePart({ alg: name, kid, typ: 'JWT', ...header })}.${encodePart({ iss: issuer.url, iat: seconds, nbf: seconds, exp: seconds + 300, ...claims })}`
      return `${text}.${signatureOf(name, key.privateKey, text).toString('base64url')}`
    },
    /** Signed with a published key as if it were a secret that both have. */
    signWithPublicKey(claims: Record<string, unknown>): string {
      const seconds = Math.floor(Date.now() / 1000)
      const text = `${encodePart({ alg: 'HS256', kid: 'one', typ: 'JWT' })}.${encodePart({ iss: issuer.url, iat: seconds, exp: seconds + 300, ...claims })}`
      const secret = keyOf('one').publicKey.export({ type: 'spki', format: 'pem' })
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    },
    keySet: () => ({
      keys: issuer.published.map((kid) => ({ ...keyOf(kid).publicKey.export({ format: 'jwk' }), kid, alg: keyOf(kid).alg, use: 'sig' })),
    }),
    /** Environment that GitHub's runners give to a job that may request a token. */
    env: () => ({ ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/token?api-version=2.0`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner' }),
  }

  const folder = `/${crypto.randomUUID()}`
  function answer(
    { pathname: path, searchParams }: URL,
    authorization: string | undefined,
  ): { status: number; body?: string; location?: string } | 'never' {
    const pathname = path.replace(folder, '')
    if (pathname === '/token') {
      if (authorization !== 'Bearer runner') return { status: 401, body: '{}' }
      return { status: 200, body: JSON.stringify({ value: issuer.sign({ ...issuer.claims, aud: searchParams.get('audience') }) }) }
    }
    asked.push(pathname)
    if (issuer.mood === 'down') return { status: 503, body: 'down' }
    if (issuer.mood === 'silent') return 'never'
    if (issuer.mood === 'redirects') return { status: 302, location: `${issuer.url}/elsewhere${pathname}` }
    if (issuer.mood === 'too much') return { status: 200, body: JSON.stringify({ issuer: issuer.url, filler: 'x'.repeat(300_000) }) }
    if (issuer.mood === 'not JSON') return { status: 200, body: '<html></html>' }
    if (pathname === '/.well-known/openid-configuration') {
      const name = issuer.mood === 'another name' ? `${issuer.url}/other` : issuer.url
      const keysAt = issuer.mood === 'keys elsewhere' ? 'http://127.0.0.2:1/keys' : `${issuer.url}/keys`
      return { status: 200, body: JSON.stringify({ issuer: name, jwks_uri: keysAt }) }
    }
    if (pathname !== '/keys') return { status: 404, body: '{}' }
    if (issuer.mood === 'private keys')
      return { status: 200, body: JSON.stringify({ keys: [{ ...keyOf('one').privateKey.export({ format: 'jwk' }), kid: 'one' }] }) }
    return { status: 200, body: JSON.stringify(issuer.keySet()) }
  }

  const server = createServer((request, response) => {
    const found = answer(new URL(request.url ?? '/', issuer.url), request.headers.authorization)
    if (found === 'never') return
    const { status, body, location } = found
    response.writeHead(status, { 'content-type': 'application/json', ...(location === undefined ? {} : { location }) }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Another one may be given the port of one that has ended, and its address must be its own.
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return issuer
}

export type WorkloadIssuer = Awaited<ReturnType<typeof startWorkloadIssuer>>
