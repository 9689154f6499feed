/** Rounds of decoding; a link nested deeper is no accident. */
const mostDecodings = 5

function decodeEscapes(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes.replaceAll(/%([0-7][0-9a-f])/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    }
  })
}

/**
 * Whether a text meant as a name contains an `otpauth:` or `otpauth-migration:` link, in any spelling that still works as one. It is read as if
 * copied into another application: full-width letters count as plain ones, escapes are decoded, hidden characters are dropped.
 */
export function holdsKeyLink(text: string): boolean {
  let plain = text
  for (let turn = 0; turn < mostDecodings; turn += 1) {
    plain = decodeEscapes(plain)
      .normalize('NFKC')
      .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\s]/gu, '')
  }
  return /otpauth(-migration)?:/i.test(plain)
}
