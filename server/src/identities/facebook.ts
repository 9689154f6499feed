import { createHmac } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
} from 'openid-client'
import * as z from 'zod'
import type { ClientRegistration } from '../platform/config-accounts.ts'
import type { OutboundFetch } from '../platform/outbound/outbound-fetch.ts'
import { explain } from './openid.ts'
import { type Proven, type Provider, ProviderOutage } from './provider.ts'

/** Without a version in the paths: Facebook then uses the one set for the app, so that an installation never depends on an expired one. */
export const facebookAddresses = {
  issuer: 'https://www.facebook.com',
  dialog: 'https://www.facebook.com/dialog/oauth',
  token: 'https://graph.facebook.com/oauth/access_token',
  person: 'https://graph.facebook.com/me',
}

const requestSeconds = 5

const person = z.object({ id: z.string().min(1).max(255), name: z.string().optional(), email: z.string().optional() })

/**
 * Facebook speaks OAuth 2, not OpenID Connect: who it is, is asked for with the access token, which came straight from Facebook for our
 * own secret. It does not say whether an address was ever proven, so none counts as that.
 */
export function createFacebookProvider(
  deps: ClientRegistration & { redirectUri: () => string; fetch: OutboundFetch; addresses?: typeof facebookAddresses },
): Provider {
  const addresses = deps.addresses ?? facebookAddresses
  const metadata = { issuer: addresses.issuer, authorization_endpoint: addresses.dialog, token_endpoint: addresses.token }

  function connect(): Configuration {
    const configuration = new Configuration(metadata, deps.clientId, undefined, ClientSecretPost(deps.clientSecret))
    configuration.timeout = requestSeconds
    configuration[customFetch] = deps.fetch
    if (addresses.token.startsWith('http:')) allowInsecureRequests(configuration)
    return configuration
  }

  async function askPerson(configuration: Configuration, accessToken: string) {
    const url = new URL(addresses.person)
    url.searchParams.set('fields', 'id,name,email')
    // Proves that the token is used by who it was given to; apps can insist on it.
    url.searchParams.set('appsecret_proof', createHmac('sha256', deps.clientSecret).update(accessToken).digest('hex'))
    const response = await fetchProtectedResource(configuration, accessToken, url, 'GET')
    const read = person.safeParse(await response.json().catch(() => undefined))
    if (!response.ok || !read.success) throw new ProviderOutage(`The person could not be read (${response.status}).`)
    return read.data
  }

  return {
    name: 'Facebook',
    issuer: addresses.issuer,
    async authorizationUrl({ state, codeVerifier }) {
      return buildAuthorizationUrl(connect(), {
        redirect_uri: deps.redirectUri(),
        scope: 'email,public_profile',
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async prove(answer, { state, codeVerifier }): Promise<Proven> {
      try {
        const configuration = connect()
        const url = new URL(deps.redirectUri())
        url.search = new URLSearchParams({ code: answer.code, state }).toString()
        const tokens = await authorizationCodeGrant(configuration, url, { expectedState: state, pkceCodeVerifier: codeVerifier })
        const { id, name, email } = await askPerson(configuration, tokens.access_token)
        return { issuer: addresses.issuer, subject: id, email, isEmailVerified: false, name }
      } catch (error) {
        throw explain(error)
      }
    },
  }
}
