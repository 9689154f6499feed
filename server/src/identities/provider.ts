import type { ProviderAnswer } from '@twofold/contract/identities'

/** Parts of a sign-in at a provider that must be kept until the answer. */
export interface Secrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** A provider's statement about a person. `issuer` and `subject` together identify the person; nothing else does. */
export interface Proven {
  issuer: string
  subject: string
  /** As reported by the provider, unchecked. */
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
  /** URL to send the browser to. */
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
