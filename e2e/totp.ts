import { Secret, TOTP } from 'otpauth'

type Parameters = { algorithm?: 'SHA1' | 'SHA256' | 'SHA512'; digits?: number; period?: number }

/** The code that an implementation other than ours computes for the Base32 `secret` at `at`, in milliseconds since 1970. */
export function totpCode(secret: string, at = Date.now(), { algorithm = 'SHA1', digits = 6, period = 30 }: Parameters = {}) {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at, algorithm, digits, period })
}
