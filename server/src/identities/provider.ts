import type { ProviderAnswer } from '@twofold/contract/identities'

/** What of a sign-in at a provider has to be kept until its answer comes. */
export interface Secrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** Who a provider says that somebody is. `issuer` and `subject` together are the person; nothing else is. */
export interface Proven {
  issuer: string
  subject: string
  /** As the provider tells it, unchecked. */
  email: string | undefined
  /** The provider says that it has seen proof of the address. */
  isEmailVerified: boolean
  name: string | undefined
}

/** Somewhere people can sign in. */
export interface Provider {
  name: string
  /** Undefined where it is known only after asking. */
  issuer: string | undefined
  /** Where the browser goes. */
  authorizationUrl(secrets: Secrets): Promise<URL>
  /** Throws a ProviderRefusal or ProviderOutage. */
  prove(answer: Pick<ProviderAnswer, 'code' | 'iss'>, secrets: Secrets): Promise<Proven>
}

/** The provider, or a check of what it said, says no. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
}

/** The provider cannot be reached, or answers what cannot be read. */
export class ProviderOutage extends Error {
  override name = 'ProviderOutage'
}
