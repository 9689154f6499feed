import { text } from 'node:stream/consumers'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AtEnd } from '../../testing/start-test-app.ts'

export const clientId = 'vault'
export const clientSecret = 'the-secret-of-the-client'

/** Slow to make: the same for every issuer. The second is one that none publishes. */
const pairs = [generateKeyPairSync('rsa', { modulusLength: 2048 }), generateKeyPairSync('rsa', { modulusLength: 2048 })] as const

type Claims = Record<string, unknown>

interface Grant {
  challenge: string
  redirectUri: string
  nonce: string
}

/** An OpenID Connect issuer on its own port, which signs in `person` at the time of `now`. */
export async function startIssuer(now: () => number = Date.now, atEnd: AtEnd = onTestFinished) {
  const grants = new Map<string, Grant>()
  const asked: string[] = []

  const issuer = {
    url: '',
    asked,
    /** Claims of the person. Without an address in the ID token, they come from the userinfo endpoint. */
    person: { sub: 'ann-1', email: 'ann@example.org', email_verified: true, name: 'Ann Example' } as Claims,
    isAddressInToken: true,
    /** Alters the ID token's claims before they are signed. */
    alter: (claims: Claims): Claims => claims,
    /** Signs with a key that is not published. */
    isForged: false,
    /** The token endpoint's answer in place of tokens. */
    failure: undefined as { status: number; body: string; type?: string } | undefined,
    /** How the client is registered; the issuer knows both ways of showing a secret. `never`: no secret is the right one. */
    registered: 'client_secret_basic' as 'client_secret_basic' | 'client_secret_post' | 'never',
    /** Never answers. */
    isSilent: false,
    /** Follows the browser to the issuer, where its person agrees; the address that the browser comes back to. */
    async visit(url: string): Promise<URL> {
      const response = await fetch(url, { redirect: 'manual' })
      const location = response.headers.get('location')
      if (location === null) throw new Error(`The issuer answered ${response.status}: ${await response.text()}`)
      return new URL(location)
    },
  }

  function idToken(nonce: string): string {
    const seconds = Math.floor(now() / 1000)
    const { sub, ...rest } = issuer.person
    const times = { iss: issuer.url, aud: clientId, sub, nonce, iat: seconds, exp: seconds + 300 }
    const claims = issuer.alter({ ...times, ...(issuer.isAddressInToken ? rest : {}) })
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const signed = `${encode({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encode(claims)}`
    const { privateKey } = issuer.isForged ? pairs[1] : pairs[0]
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  function authorize(query: URLSearchParams, response: ServerResponse) {
    const redirectUri = query.get('redirect_uri') ?? ''
    const isGood =
      query.get('client_id') === clientId && query.get('code_challenge_method') === 'S256' && query.get('response_type') === 'code'
    if (!isGood || !query.get('scope')?.split(' ').includes('openid')) return json(response, { error: 'invalid_request' }, 400)
    const code = randomBytes(16).toString('hex')
    grants.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri, nonce: query.get('nonce') ?? '' })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer.url, scope: 'openid' }).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  async function token(request: IncomingMessage, response: ServerResponse) {
    if (issuer.isSilent) return
    if (issuer.failure !== undefined) {
      const { status, body, type } = issuer.failure
      if (status === 401) response.setHeader('www-authenticate', 'Basic realm="vault"')
      return void response.writeHead(status, { 'content-type': type ?? 'application/json' }).end(body)
    }
    const form = await readForm(request)
    const { authorization } = request.headers
    const basic = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
    const shown = {
      // RFC 6749 §2.3.1: both are form-encoded before they are joined.
      client_secret_basic: basic.split(':').map(decodeURIComponent).join(' '),
      client_secret_post: `${form.get('client_id')} ${form.get('client_secret')}`,
      never: undefined,
    }[issuer.registered]
    if (shown !== `${clientId} ${clientSecret}`) {
      // RFC 6749 §5.2: who came with that header hears which scheme it takes.
      if (authorization !== undefined) response.setHeader('www-authenticate', 'Basic realm="vault"')
      return json(response, { error: 'invalid_client' }, 401)
    }
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri')
    if (!isGood) return json(response, { error: 'invalid_grant' }, 400)
    return json(response, { access_token: 'at-1', token_type: 'Bearer', expires_in: 300, id_token: idToken(grant.nonce) })
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    if (pathname === '/.well-known/openid-configuration') {
      return json(response, {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        userinfo_endpoint: `${issuer.url}/userinfo`,
        jwks_uri: `${issuer.url}/jwks`,
        response_types_supported: ['code'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    }
    if (pathname === '/jwks') {
      return json(response, { keys: [{ ...pairs[0].publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] })
    }
    if (pathname === '/authorize') return authorize(searchParams, response)
    if (pathname === '/token') return void token(request, response)
    if (pathname === '/userinfo') return json(response, issuer.person)
    return json(response, {}, 404)
  })
  issuer.url = await listen(server, atEnd)
  return issuer
}

export type FakeIssuer = Awaited<ReturnType<typeof startIssuer>>

/** Its address; it ends with the test, or as `atEnd` says. */
export async function listen(server: ReturnType<typeof createServer>, atEnd: AtEnd = onTestFinished): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => new URLSearchParams(await text(request))
