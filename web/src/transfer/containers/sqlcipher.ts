import { cbc } from '@noble/ciphers/aes.js'
import { isSame, join, toBytes } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { derivePbkdf2, hmacSha1 } from '../opening/unlock.ts'

/** SQLCipher 3 (https://www.zetetic.net/sqlcipher/design/): bytes of a page, of the salt, and reserved at the end of each page. */
const [pageBytes, saltBytes, reservedBytes] = [1024, 16, 48]
const [ivBytes, macBytes, rounds] = [16, 20, 64_000]

/** Whether the size fits and the first bytes reveal no other format. */
export const mayBeSqlCipher = (bytes: Uint8Array) => bytes.length >= 2 * pageBytes && bytes.length % pageBytes === 0

/**
 * Opens a database that SQLCipher 3 encrypted with its usual settings; every page is authenticated. Throws `password_wrong` when the first is not,
 * and `damaged` for any other.
 */
export function openSqlCipher(bytes: Uint8Array, password: string): Uint8Array {
  const salt = bytes.subarray(0, saltBytes)
  const key = derivePbkdf2('SHA1', password, salt, rounds)
  // The key of the authentication is derived from that of the encryption, in two rounds.
  const macKey = derivePbkdf2(
    'SHA1',
    key,
    salt.map((byte) => byte ^ 0x3a),
    2,
  )
  const pages: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pageBytes) {
    const from = at === 0 ? saltBytes : at
    const end = at + pageBytes - reservedBytes
    const number = new Uint8Array(4)
    new DataView(number.buffer).setUint32(0, at / pageBytes + 1, true)
    const mac = hmacSha1(macKey, join(bytes.subarray(from, end + ivBytes), number))
    if (!isSame(mac, bytes.subarray(end + ivBytes, end + ivBytes + macBytes)))
      throw new TransferError(at === 0 ? 'password_wrong' : 'damaged')
    const iv = bytes.subarray(end, end + ivBytes)
    const text = cbc(key, iv, { disablePadding: true }).decrypt(bytes.subarray(from, end))
    pages.push(...(at === 0 ? [toBytes('SQLite format 3\0')] : []), text, new Uint8Array(reservedBytes))
  }
  return join(...pages)
}
