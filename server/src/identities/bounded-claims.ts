import { hasNoControlCharacters } from '@twofold/contract/control-characters'
import { isStorable } from '@twofold/contract/hidden-characters'
import { limits } from '@twofold/contract/limits'
import { type Proven, ProviderRefusal } from './provider.ts'

/** Characters of a subject (OpenID Connect Core §2), of an issuer and of an address. */
const longest = { subject: 255, issuer: 500, email: limits.emailMax }

const mayBeKept = (text: string, most: number) => text.length <= most && isStorable(text) && hasNoControlCharacters(text)

/**
 * A provider's statement as it may be kept. None of it is cut: the beginning of an identity or an address would be somebody else's. A name is cut where
 * an account gets it.
 */
export function boundClaims(proven: Proven): Proven {
  const { subject, issuer, email } = proven
  if (!mayBeKept(subject, longest.subject)) throw new ProviderRefusal('The subject is too long, or holds control characters.')
  if (!mayBeKept(issuer, longest.issuer)) throw new ProviderRefusal('The issuer is too long, or holds control characters.')
  return { ...proven, email: email !== undefined && mayBeKept(email, longest.email) ? email : undefined }
}
