import { identityProviders } from '@twofold/contract/accounts'
import type { ProviderAnswer } from '@twofold/contract/identities'

/** Parameters with which a provider sent the browser back. */
export interface Arrival {
  provider: ProviderAnswer['provider'] | undefined
  /** A signed-in user connects a provider; otherwise somebody signs in. The server checks it independently. */
  purpose: 'sign-in' | 'connect'
  /** Undefined: the provider says that the person did not want to, or that something failed. */
  answer: ProviderAnswer | undefined
  isDenied: boolean
}

let held: Arrival | undefined

/**
 * Reads the address that a provider made, before the router rewrites it, and takes it out of the address bar and the history: what is in
 * it must not be seen, bookmarked or sent a second time.
 */
export function holdArrival(providerInPath: string): void {
  const { search, pathname } = window.location
  if (search === '') return
  const query = new URLSearchParams(search)
  const provider = identityProviders.find((name) => name === providerInPath)
  const [state, code, iss] = [query.get('state'), query.get('code'), query.get('iss')]
  held = {
    provider,
    purpose: state?.startsWith('connect.') ? 'connect' : 'sign-in',
    answer: provider && state && code ? { provider, state, code, ...(iss === null ? {} : { iss }) } : undefined,
    isDenied: query.get('error') === 'access_denied',
  }
  window.history.replaceState(window.history.state, '', pathname)
}

export const heldArrival = () => held
