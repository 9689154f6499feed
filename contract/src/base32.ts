const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Both cases, instead of `toUpperCase`, for which 'ß' is SS and 'ſ' is S. */
const values = new Map(alphabet.split('').flatMap((letter, value) => [[letter, value] as const, [letter.toLowerCase(), value] as const]))

/** Separators that make a secret readable. */
const separators = /[\s\-\u2010-\u2015]+/g

/** RFC 4648 Base32, upper case, without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let pending = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((pending >>> bits) & 31)
    }
    pending &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet.charAt((pending << (5 - bits)) & 31)
}

/**
 * Reads RFC 4648 Base32. Case, white space, dashes and padding at the end do not matter; any other letter makes it undefined.
 * Any number of letters is read and the bits after the last whole byte are dropped, as other authenticators do: many services hand out
 * random letters (17, 19, 22 …) instead of encoded bytes.
 */
export function decodeBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const letters = text.replace(separators, '').replace(/(?<!=)=+$/, '')
  const bytes = new Uint8Array(Math.floor((letters.length * 5) / 8))
  let length = 0
  let bits = 0
  let pending = 0
  for (const letter of letters) {
    const value = values.get(letter)
    if (value === undefined) return undefined
    pending = ((pending << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes[length++] = pending >>> bits
    }
  }
  return bytes
}
