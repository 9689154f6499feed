import { decodeBase32 } from '@twofold/contract/base32'

/** The links that Google Authenticator would show for these accounts, in `size` codes. */
export function migrationLinks(accounts: readonly { secret: string; issuer: string; name: string }[], size: number): string[] {
  const perPart = Math.ceil(accounts.length / size)
  return Array.from({ length: size }, (_, index) => {
    const entries = accounts.slice(index * perPart, (index + 1) * perPart).flatMap(({ secret, issuer, name }) => {
      const fields = [bytes(1, decodeBase32(secret) ?? []), bytes(2, utf8(name)), bytes(3, utf8(issuer))]
      return bytes(1, [...fields.flat(), ...number(4, 1), ...number(5, 1), ...number(6, 2)])
    })
    const message = [...entries, ...number(2, 1), ...number(3, size), ...number(4, index), ...number(5, 77)]
    return `otpauth-migration://offline?data=${encodeURIComponent(btoa(String.fromCharCode(...message)))}`
  })
}

const utf8 = (text: string) => [...new TextEncoder().encode(text)]

/** Protocol Buffers, with values and lengths below 128. */
const number = (field: number, value: number) => [field << 3, value]
const bytes = (field: number, content: Iterable<number>) => {
  const all = [...content]
  return [(field << 3) | 2, all.length, ...all]
}
