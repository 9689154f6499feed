import type { ErrorCode } from '@twofold/contract/errors'

/**
 * The data that a call lets out of its caller's account, which decides whether it is allowed while the account is closed
 * (docs/decisions/0073-hands-close-an-account.md):
 * - `open`: nothing leaves the vault and nobody comes in, so the call is allowed.
 * - `shows codes`: codes, or the note that is kept with a key. Refused until a proof.
 * - `lets out`: a secret, or new access for others. Refused until the day is over.
 * - `takes in`: a key of somebody else becomes the caller's, with its secret. Refused as long.
 * - `makes a way in`: makes or removes a way into the account. Refused as long, except for an account that never had anything to protect.
 * - `asks itself`: only a part of the call is closed, so its service asks.
 */
export type WhileClosed = 'open' | 'shows codes' | 'lets out' | 'takes in' | 'makes a way in' | 'asks itself'

/** The error for a call while the account is closed. */
export function refusalOf(whileClosed: WhileClosed): ErrorCode | undefined {
  if (whileClosed === 'shows codes') return 'keys.codes_closed'
  return whileClosed === 'open' ? undefined : 'keys.secrets_closed'
}
