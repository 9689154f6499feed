import * as z from 'zod/mini'
import { hasNoControlCharacters } from './control-characters.ts'
import { isStorable } from './hidden-characters.ts'

/** An address that the server sends to: https, with a host and without a password. `hasQuery: false` refuses a question mark as well. */
export function httpsAddress({ hasQuery }: { hasQuery: boolean }) {
  const refusal = `Please enter an address that begins with https://, without a password${hasQuery ? '' : ' and without a question mark'}`
  const shape = hasQuery ? /^https:\/\/[^/?#@\\]+([/?][^#\\]*)?$/i : /^https:\/\/[^/?#@\\]+(\/[^?#]*)?$/i
  return z
    .url({ protocol: /^https$/, error: refusal })
    .check(z.trim(), z.maxLength(2000), z.refine(hasNoControlCharacters, refusal), z.refine(isStorable, refusal), z.regex(shape, refusal))
}

/** Certificates in PEM format, trusted instead of the public certificate authorities. Empty or absent: the public ones. */
export const certificateAuthority = z.optional(
  z.string().check(
    z.trim(),
    z.maxLength(20_000),
    z.refine(isStorable),
    z.refine(
      (text) => text === '' || /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/.test(text),
      'Please paste a certificate in PEM format',
    ),
  ),
)
