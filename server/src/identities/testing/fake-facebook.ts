import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { clientId, clientSecret, json, listen, readForm } from './fake-issuer.ts'

/** Facebook's side of a sign-in: OAuth 2 with a secret in the body, and a call that identifies the user. */
export async function startFacebook() {
  const codes = new Set<string>()
  const tokens = new Set<string>()
  const facebook = {
    person: { id: '1000200030004', name: 'Ann Example', email: 'ann@example.org' } as { id: string; name?: string; email?: string },
    addresses: { issuer: 'https://www.facebook.com', dialog: '', token: '', person: '' },
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/dialog/oauth') {
      const code = randomBytes(16).toString('hex')
      codes.add(code)
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
      response.writeHead(302, { location: `${back.href}#_=_` }).end()
      return
    }
    if (pathname === '/oauth/access_token') {
      void readForm(request).then((form) => {
        const isOurs = form.get('client_id') === clientId && form.get('client_secret') === clientSecret
        if (!isOurs || !codes.delete(form.get('code') ?? '')) {
          return json(response, { error: { message: 'This authorization code has been used.', type: 'OAuthException', code: 100 } }, 400)
        }
        const access_token = randomBytes(16).toString('hex')
        tokens.add(access_token)
        return json(response, { access_token, token_type: 'bearer', expires_in: 5000 })
      })
      return
    }
    const token = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
    const isRight = pathname === '/me' && tokens.has(token) && searchParams.get('appsecret_proof') === proof
    json(response, isRight ? facebook.person : { error: { code: 190 } }, isRight ? 200 : 400)
  })
  const url = await listen(server)
  facebook.addresses = { ...facebook.addresses, dialog: `${url}/dialog/oauth`, token: `${url}/oauth/access_token`, person: `${url}/me` }
  return facebook
}
