import { decodeBase32 } from '@twofold/contract/base32'
import type { KeyParameters } from '@twofold/contract/otpauth'

/** No letter that looks like another one. */
const steamAlphabet = '23456789BCDFGHJKMNPQRTVWXY'

const hashes = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA512: 'SHA-512' } as const

/** Browsers compute only where the connection is safe. */
export const canCompute = () => window.isSecureContext

/**
 * The code of a key that only this browser knows yet, for the counter or the number of the window (RFC 4226 §5.3, RFC 6238 §4.2). Codes of
 * kept keys come from the server.
 */
export async function computeCode({ kind, secret, algorithm, digits }: KeyParameters, counter: number): Promise<string> {
  const bytes = decodeBase32(secret)
  if (!bytes) throw new TypeError('The secret is not Base32.')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: hashes[algorithm] }, false, ['sign'])
  const message = new DataView(new ArrayBuffer(8))
  message.setBigUint64(0, BigInt(counter))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, message))
  let value = mac.getUint32(mac.getUint8(mac.byteLength - 1) & 0xf) & 0x7fffffff
  if (kind !== 'steam') return String(value % 10 ** digits).padStart(digits, '0')
  let code = ''
  for (let at = 0; at < digits; at++) {
    code += steamAlphabet.charAt(value % steamAlphabet.length)
    value = Math.floor(value / steamAlphabet.length)
  }
  return code
}
