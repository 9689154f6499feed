import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** An OpenID Connect issuer with a page of its own, on which its person allows or denies. */
export type Issuer = {
  url: string
  /** The signed-in person. */
  person: { sub: string; email: string; email_verified: boolean; name: string }
  environment: Record<string, string>
  stop(): Promise<void>
}

const client = { id: 'vault', secret: 'secret' }

type Grant = { challenge: string; nonce: string; redirectUri: string }

export async function startIssuer(name: string): Promise<Issuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const person = { sub: 'cleo-1', email: 'cleo@example.org', email_verified: true, name: 'Cleo Example' }

  function idToken(nonce: string) {
    const seconds = Math.floor(Date.now() / 1000)
    const claims = { ...person, iss: issuer.url, aud: client.id, nonce, iat: seconds, exp: seconds + 300 }
    const signed = [{ alg: 'RS256', kid: 'one' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  function ask(query: URLSearchParams, response: ServerResponse) {
    const redirectUri = query.get('redirect_uri') ?? ''
    const code = randomBytes(16).toString('hex')
    grants.set(code, { challenge: query.get('code_challenge') ?? '', nonce: query.get('nonce') ?? '', redirectUri })
    const back = (answer: Record<string, string>) =>
      `${redirectUri}?${new URLSearchParams({ ...answer, state: query.get('state') ?? '', iss: issuer.url })}`.replaceAll('&', '&amp;')
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><html lang="en"><title>${name}</title><main><h1>${name}</h1>
      <a href="${back({ code })}">Allow</a> <a href="${back({ error: 'access_denied' })}">Deny</a></main></html>`,
    )
  }

  async function grant(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
    const form = new URLSearchParams(text)
    const found = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const fits =
      found?.challenge === createHash('sha256').update(verifier).digest('base64url') && found.redirectUri === form.get('redirect_uri')
    if (!fits || form.get('client_secret') !== client.secret) return json(response, { error: 'invalid_grant' }, 400)
    return json(response, { access_token: 'access', token_type: 'Bearer', id_token: idToken(found.nonce) })
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/authorize') return ask(searchParams, response)
    if (pathname === '/token') return void grant(request, response)
    if (pathname === '/jwks')
      return json(response, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] })
    if (pathname === '/.well-known/openid-configuration') {
      return json(response, {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/jwks`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    return response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The issuer has no port.')
  const url = `http://localhost:${address.port}`
  const issuer: Issuer = {
    url,
    person,
    environment: { OIDC_ISSUER: url, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret, OIDC_NAME: name },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return issuer
}

function json(response: ServerResponse, body: object, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
