import { encodeBase32 } from '@twofold/contract/base32'
import { fromBase64, fromHex, toBytes } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'

/** A secret, in Base32. One that cannot be decoded refuses its entry, not the file. */
export function secretIn(decode: () => Uint8Array): string {
  try {
    return encodeBase32(decode())
  } catch (error) {
    if (error instanceof TransferError) return ''
    throw error
  }
}

const decoders: Partial<Record<string, (text: string) => Uint8Array>> = {
  hex: (text) => fromHex(text.replaceAll(/\s/g, '')),
  base64: fromBase64,
  utf8: toBytes,
}

/** The secret that KeePass and its plugins write as `encoding`. Empty when there is no such encoding: to take it for Base32 would yield wrong codes. */
export function secretFrom(text: string, encoding: string): string {
  const decode = decoders[encoding.toLowerCase()]
  if (decode) return secretIn(() => decode(text))
  return /^base32$/i.test(encoding) ? text : ''
}
