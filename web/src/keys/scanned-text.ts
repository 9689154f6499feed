import { type KeyParameters, otpauthDefaults, type OtpauthFailure, parseOtpauth, parseSecretText } from '@twofold/contract/otpauth'
import { isOtpauthLink } from './key-draft.ts'

/** `no_key`: the text is something else. `unreadable`: it is a link of a key, but not one that gives right codes; `reason` says why. */
export type ScannedText = { ok: true; parameters: KeyParameters } | { ok: false; failure: 'no_key' | 'unreadable'; reason?: OtpauthFailure }

/** Content of a QR code or pasted text: a link with all of its parameters, or a bare secret. */
export function readScannedText(text: string): ScannedText {
  if (isOtpauthLink(text)) {
    const link = parseOtpauth(text)
    if (link.ok) return link
    const { failure: reason } = link
    return { ok: false, failure: reason.code === 'secret_missing' ? 'no_key' : 'unreadable', reason }
  }
  const bare = parseSecretText(text)
  if (!bare.ok) return { ok: false, failure: 'no_key' }
  return { ok: true, parameters: { kind: 'totp', secret: bare.secret, ...otpauthDefaults, counter: null } }
}

/** The readable links among the texts of one picture, each once. */
export const linksOfKeys = (texts: string[]) => [...new Set(texts.filter((text) => isOtpauthLink(text) && readScannedText(text).ok))]
