import { msg } from '@lingui/core/macro'
import { encodeBase32 } from '@twofold/contract/base32'
import { isPropertyList, readKeyedArchive } from '../containers/property-list.ts'
import { isSame, toBytes } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { anyList, type Fields, fieldsOf } from '../opening/json.ts'
import { readEntry, type ReadEntry } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { derivePbkdf2, hashSha1, hashSha256, hmacSha256, openAesCbc, startAesCbc } from '../opening/unlock.ts'

/** Keys that everybody has, of a backup and of a single account. They hide what kind of file it is. */
const outerKeys = ['Authenticator', 'OTPAuth'].map((name) => hashSha256(toBytes(name)))
const noStart = new Uint8Array(16)

const outerKeyOf = (bytes: Uint8Array) =>
  bytes.length < 64 ? undefined : outerKeys.find((key) => isPropertyList(startAesCbc(key, noStart, bytes)))

/**
 * A backup or an account of OTP Auth for iOS, whose developer published how to read them (CooperRS/decrypt-otpauth-files): a keyed archive, with
 * another one in it under the password.
 */
export const otpAuth: ImportFormat<'OTP Auth'> = {
  name: 'OTP Auth',
  help: msg`Settings, Backup, Export: the encrypted file, or that of one account`,
  detects: ({ bytes }) => outerKeyOf(bytes) !== undefined,
  reads({ bytes }, password) {
    const outer = outerKeyOf(bytes)
    const opened = outer && openAesCbc(outer, noStart, bytes)
    if (!opened) throw new TransferError('damaged')
    if (password === undefined) throw new TransferError('password_needed')
    const content = fieldsOf(readKeyedArchive(openSealed(fieldsOf(readKeyedArchive(opened)), password)))
    const folders = 'Folders' in content ? anyList(content['Folders']).map(fieldsOf) : [{ accounts: [content] }]
    const accounts = folders.flatMap((folder: Fields) =>
      // The one folder that everybody has says nothing.
      anyList(folder['accounts']).map((account) => ({
        account: fieldsOf(account),
        folder: folders.length > 1 ? folder['name'] : undefined,
      })),
    )
    return { source: readEach(accounts, ({ account, folder }) => [readAccount(account, folder)]) }
  },
}

/** Files with a salt of their own are older; nothing but what comes out tells whether the password is right. */
function openSealed(outer: Fields, password: string): Uint8Array {
  const sealed = outer['WrappedData'] ?? outer['Data']
  if (!(sealed instanceof Uint8Array)) throw new TransferError('damaged')
  const { Salt: salt, IV: start } = outer
  if (typeof salt !== 'string') return openRnCryptor(sealed, password)
  const startBytes = typeof start === 'string' ? toBytes(start) : start
  if (!(startBytes instanceof Uint8Array)) throw new TransferError('damaged')
  const opened = openAesCbc(hashSha256(toBytes(`${salt}-${password}`)), hashSha1(startBytes).subarray(0, 16), sealed)
  if (!opened || !isPropertyList(opened)) throw new TransferError('password_wrong')
  return opened
}

const [headBytes, macBytes, rounds] = [34, 32, 10_000]

/** RNCryptor, version 3: https://github.com/RNCryptor/RNCryptor-Spec */
function openRnCryptor(sealed: Uint8Array, password: string): Uint8Array {
  if (sealed[0] !== 3 || sealed.length < headBytes + 16 + macBytes) throw new TransferError('damaged')
  const [salt, macSalt, start] = [sealed.subarray(2, 10), sealed.subarray(10, 18), sealed.subarray(18, headBytes)]
  const body = sealed.subarray(0, sealed.length - macBytes)
  const mac = hmacSha256(derivePbkdf2('SHA1', password, macSalt, rounds), body)
  if (!isSame(mac, sealed.subarray(sealed.length - macBytes))) throw new TransferError('password_wrong')
  const opened = openAesCbc(derivePbkdf2('SHA1', password, salt, rounds), start, body.subarray(headBytes))
  if (!opened) throw new TransferError('damaged')
  return opened
}

const kinds = [undefined, 'hotp', 'totp']
/** MD5, which is the fourth, no other application can make codes with. */
const algorithms = ['SHA1', 'SHA1', 'SHA256', 'SHA512', 'MD5']

function readAccount({ secret, type, algorithm, ...account }: Fields, folder: unknown): ReadEntry {
  return readEntry({
    kind: kinds[Number(type)],
    secret: secret instanceof Uint8Array ? encodeBase32(secret) : undefined,
    issuer: account['issuer'],
    account: account['label'],
    algorithm: algorithms[Number(algorithm ?? 0)] ?? 'unknown',
    // Zero means the default.
    digits: account['digits'] || undefined,
    period: account['period'] || undefined,
    counter: account['counter'],
    tags: [folder],
  })
}
