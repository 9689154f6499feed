import { encodeBase32 } from '@twofold/contract/base32'
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
