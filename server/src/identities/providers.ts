import type { IdentityProvider, OfferedProvider } from '@twofold/contract/accounts'
import { callbackPath } from '@twofold/contract/identities'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { facebookAddresses } from './facebook.ts'
import type { Provider } from './provider.ts'

/** Where the providers are, when it is not where they are for everybody: tests run their own. */
export interface ProviderAddresses {
  google?: string
  facebook?: typeof facebookAddresses
}

export type Providers = ReadonlyMap<IdentityProvider, Provider>

/** What is configured, in the order of the buttons; its library is loaded where something is. */
export async function createProviders(
  config: Pick<Config, 'identityProviders'>,
  policy: Pick<Policy, 'address'>,
  clock: Clock,
  addresses: ProviderAddresses = {},
): Promise<Providers> {
  const { google, facebook, oidc } = config.identityProviders
  // Asked for when somebody signs in: the address may change while the application runs.
  const redirectUri = (provider: IdentityProvider) => () => `${policy.address}${callbackPath(provider)}`
  const providers = new Map<IdentityProvider, Provider>()
  if (google !== undefined) {
    const { createOpenidProvider } = await import('./openid.ts')
    const issuer = addresses.google ?? 'https://accounts.google.com'
    providers.set('google', createOpenidProvider({ ...google, name: 'Google', issuer, redirectUri: redirectUri('google'), clock }))
  }
  if (facebook !== undefined) {
    const { createFacebookProvider } = await import('./facebook.ts')
    const where = addresses.facebook === undefined ? {} : { addresses: addresses.facebook }
    providers.set('facebook', createFacebookProvider({ ...facebook, redirectUri: redirectUri('facebook'), ...where }))
  }
  if (oidc !== undefined) {
    const { createOpenidProvider } = await import('./openid.ts')
    providers.set('oidc', createOpenidProvider({ ...oidc, redirectUri: redirectUri('oidc'), clock }))
  }
  return providers
}

/** As anybody may know them. */
export const offeredOf = (providers: Providers): OfferedProvider[] => [...providers].map(([id, { name }]) => ({ id, name }))
