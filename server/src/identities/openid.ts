import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  getJwksCache,
  ResponseBodyError,
  type ServerMetadata,
  setJwksCache,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Clock } from '../platform/clock.ts'
import type { ClientRegistration } from '../platform/config-accounts.ts'
import type { OutboundFetch } from '../platform/outbound/outbound-fetch.ts'
import { type Proven, type Provider, ProviderOutage, ProviderRefusal } from './provider.ts'

/** Seconds that one request to a provider may take. */
const requestSeconds = 5

/** Milliseconds after which what an issuer says about itself is asked for again. */
const metadataLifetime = 60 * 60_000

/** The library's errors for an answer that could be read but is invalid. */
const outages = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** Ways in which a client shows its secret. The first is that of a client which is registered without saying so (OpenID Connect Core §9). */
const proofs = { client_secret_basic: ClientSecretBasic, client_secret_post: ClientSecretPost }
type ProofName = keyof typeof proofs

export interface OpenidDeps extends ClientRegistration {
  name: string
  issuer: string
  redirectUri: () => string
  fetch: OutboundFetch
  clock: Clock
}

/**
 * An OpenID Connect issuer, by the authorization code flow with PKCE (OpenID Connect Core §3.1, RFC 7636). Signature, issuer, audience, times
 * and nonce of the ID token are checked, and by RFC 9207 which issuer it was that answered.
 */
export function createOpenidProvider(deps: OpenidDeps): Provider {
  const isLocal = deps.issuer.startsWith('http:')
  let known: { metadata: ServerMetadata; askedAt: number } | undefined
  let keys: ReturnType<typeof getJwksCache>
  const asRegistered = createProofTurns()

  async function askMetadata(): Promise<ServerMetadata> {
    if (known !== undefined && deps.clock.now() - known.askedAt < metadataLifetime) return known.metadata
    const found = await discovery(new URL(deps.issuer), deps.clientId, undefined, undefined, {
      timeout: requestSeconds,
      execute: isLocal ? [allowInsecureRequests] : [],
      [customFetch]: deps.fetch,
    })
    known = { metadata: { ...found.serverMetadata() }, askedAt: deps.clock.now() }
    return known.metadata
  }

  async function connect(proof: ProofName = 'client_secret_basic'): Promise<Configuration> {
    const metadata = await askMetadata()
    const skew = Math.round((deps.clock.now() - Date.now()) / 1000)
    const configuration = new Configuration(metadata, deps.clientId, { [clockSkew]: skew }, proofs[proof](deps.clientSecret))
    configuration.timeout = requestSeconds
    configuration[customFetch] = deps.fetch
    if (isLocal) allowInsecureRequests(configuration)
    enableNonRepudiationChecks(configuration)
    if (keys !== undefined) setJwksCache(configuration, keys)
    return configuration
  }

  return {
    name: deps.name,
    issuer: deps.issuer,
    async authorizationUrl({ state, nonce, codeVerifier }) {
      try {
        return buildAuthorizationUrl(await connect(), {
          redirect_uri: deps.redirectUri(),
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
      } catch (error) {
        throw explain(error)
      }
    },
    async prove(answer, { state, nonce, codeVerifier }): Promise<Proven> {
      try {
        const url = new URL(deps.redirectUri())
        url.search = new URLSearchParams({ code: answer.code, state, ...(answer.iss === undefined ? {} : { iss: answer.iss }) }).toString()
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true }
        const { configuration, tokens } = await asRegistered(await askMetadata(), async (proof) => {
          const configuration = await connect(proof)
          return { configuration, tokens: await authorizationCodeGrant(configuration, url, checks) }
        })
        keys = getJwksCache(configuration)
        const claims = await readClaims(configuration, tokens)
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: textOf(claims['email']),
          // A few issuers send the word instead of the value.
          isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
          name: textOf(claims['name']) ?? textOf(claims['preferred_username']),
        }
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

/** An issuer may accept more ways than the client is registered with, and then refuses the other one before it looks at the code. */
function createProofTurns() {
  let accepted: ProofName | undefined
  return async <Result>(
    { token_endpoint_auth_methods_supported: supported = [] }: ServerMetadata,
    attempt: (proof: ProofName) => Promise<Result>,
  ): Promise<Result> => {
    const known = (Object.keys(proofs) as ProofName[]).filter((name) => supported.includes(name))
    const others = known.length === 0 ? (['client_secret_basic'] as const) : known
    let refusal: unknown
    for (const proof of new Set([...(accepted === undefined ? [] : [accepted]), ...others])) {
      try {
        const result = await attempt(proof)
        accepted = proof
        return result
      } catch (error) {
        if (!isClientRefused(error)) throw error
        refusal = error
      }
    }
    throw refusal
  }
}

/** Some issuers tell of the address only here. */
async function readClaims(configuration: Configuration, tokens: TokenEndpointResponse & TokenEndpointResponseHelpers) {
  const claims = tokens.claims()
  if (claims === undefined) throw new ProviderRefusal('There was no ID token.')
  const isWhole = claims['email'] !== undefined && claims['email_verified'] !== undefined
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  return { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), iss: claims.iss, sub: claims.sub }
}

const isClientRefused = (error: unknown) =>
  error instanceof WWWAuthenticateChallengeError || (error instanceof ResponseBodyError && error.error === 'invalid_client')

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Name and code only: the library's own details include claims and tokens, which must not reach the log. */
export function explain(error: unknown): Error {
  if (error instanceof ProviderRefusal || error instanceof ProviderOutage) return error
  if (error instanceof ResponseBodyError) {
    const words = `${error.status} ${error.error}`
    return error.status >= 500 ? new ProviderOutage(words) : new ProviderRefusal(words)
  }
  // The issuer asks for other credentials: of the client at its token endpoint, or of the person at the one about them.
  if (error instanceof WWWAuthenticateChallengeError) return new ProviderRefusal(`${error.status} challenge`)
  if (error instanceof AuthorizationResponseError) return new ProviderRefusal(error.error)
  if (error instanceof ClientError) {
    const words = `${error.message} (${error.code ?? 'no code'})`
    // Facebook refuses in a form of its own.
    if (error.cause instanceof Response && error.cause.status >= 400 && error.cause.status < 500) return new ProviderRefusal(words)
    return outages.has(error.code ?? '') || error.code === undefined ? new ProviderOutage(words) : new ProviderRefusal(words)
  }
  // `fetch` throws this if the server is unreachable.
  if (error instanceof TypeError) return new ProviderOutage(error.message)
  return error instanceof Error ? error : new Error('A provider failed.', { cause: error })
}
