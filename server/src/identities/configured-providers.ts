import type { IdentityProvider, OfferedProvider } from '@twofold/contract/accounts'
import { callbackPath } from '@twofold/contract/identities'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { createConfiguredClient } from '../platform/outbound/configured-client.ts'
import { createOutboundFetch } from '../platform/outbound/outbound-fetch.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { facebookAddresses } from './facebook.ts'
import type { Provider } from './provider.ts'

/** Addresses of providers other than the public ones: tests run their own. */
export interface ProviderAddresses {
  google?: string
  facebook?: typeof facebookAddresses
}

/** A whole answer of a provider takes at most so long. */
const requestMilliseconds = 5000

export type Providers = ReadonlyMap<IdentityProvider, Provider>

/** The configured providers in the order of their buttons; their library is loaded only if there are any. */
export async function createProviders(
  config: Pick<Config, 'identityProviders' | 'outboundAllow'>,
  policy: Pick<Policy, 'address'>,
  clock: Clock,
  addresses: ProviderAddresses = {},
): Promise<Providers> {
  const { google, facebook, oidc } = config.identityProviders
  // Asked for when somebody signs in: the address may change while the application runs.
  const redirectUri = (provider: IdentityProvider) => () => `${policy.address}${callbackPath(provider)}`
  const fetchFor = (address: string) => createOutboundFetch(createConfiguredClient(address, config.outboundAllow), requestMilliseconds)
  const providers = new Map<IdentityProvider, Provider>()
  if (google !== undefined) {
    const { createOpenidProvider } = await import('./openid.ts')
    const issuer = addresses.google ?? 'https://accounts.google.com'
    const rest = { redirectUri: redirectUri('google'), fetch: fetchFor(issuer), clock }
    providers.set('google', createOpenidProvider({ ...google, name: 'Google', issuer, ...rest }))
  }
  if (facebook !== undefined) {
    const { createFacebookProvider, facebookAddresses } = await import('./facebook.ts')
    const where = addresses.facebook ?? facebookAddresses
    const rest = { redirectUri: redirectUri('facebook'), fetch: fetchFor(where.token), addresses: where }
    providers.set('facebook', createFacebookProvider({ ...facebook, ...rest }))
  }
  if (oidc !== undefined) {
    const { createOpenidProvider } = await import('./openid.ts')
    providers.set('oidc', createOpenidProvider({ ...oidc, redirectUri: redirectUri('oidc'), fetch: fetchFor(oidc.issuer), clock }))
  }
  return providers
}

/** The public facts of providers. */
export const offeredOf = (providers: Providers): OfferedProvider[] => [...providers].map(([id, { name }]) => ({ id, name }))
