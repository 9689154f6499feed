import { t } from '@lingui/core/macro'
import type { OtpauthFailure } from '@twofold/contract/otpauth'
import type { ScannedText } from './scanned-text.ts'

/** Reason why a pasted link is not a valid key. */
export function linkFailureText(failure: OtpauthFailure): string {
  switch (failure.code) {
    case 'not_otpauth':
      return t`This is not an otpauth link. It must begin with otpauth://totp/ or otpauth://hotp/.`
    case 'too_long':
      return t`This link is too long.`
    case 'unknown_kind':
      return t`This link is for a kind of key that Twofold does not know. It must be totp, hotp or steam.`
    case 'secret_missing':
      return t`This link has no secret. Copy it again, whole.`
    case 'secret_too_short':
      return t`The secret in this link is too short. Copy the link again, whole.`
    case 'secret_too_long':
      return t`The secret in this link is too long.`
    case 'secret_invalid':
      return t`The secret in this link is not valid Base32. Copy the link again, whole.`
    case 'parameter_invalid': {
      const { parameter } = failure
      return t`The ${parameter} in this link is not valid.`
    }
  }
}

/** Reason why text pasted outside of any field adds no key. */
export function pasteFailureText(read: ScannedText | undefined): string {
  if (read?.ok === false && read.reason) return linkFailureText(read.reason)
  return t`This is neither an otpauth link nor the secret of a key.`
}
