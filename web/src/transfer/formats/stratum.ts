import { msg } from '@lingui/core/macro'
import { toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { type Fields, fieldsOf, isFields, listOf, parseJson } from '../opening/json.ts'
import { readEntry, textOf } from '../entries/read-entry.ts'
import type { FormatReading, ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { deriveArgon2id, derivePbkdf2, openAesCbc, openAesGcm } from '../opening/unlock.ts'

const kinds = new Map<unknown, string>([
  [1, 'hotp'],
  [2, 'totp'],
  [3, 'motp'],
  [4, 'steam'],
  [5, 'yandex'],
])
const algorithms = ['SHA1', 'SHA256', 'SHA512']

/** Stratum, formerly Authenticator Pro: https://github.com/stratumauth/app/blob/master/doc/BACKUP_FORMAT.md */
export const stratum: ImportFormat<'Stratum'> = {
  name: 'Stratum',
  help: msg`Backup: encrypted or plain. Also backups of Authenticator Pro.`,
  detects: ({ fields }) => Array.isArray(fields['Authenticators']),
  reads: ({ fields }) => readBackup(fields),
}

function readBackup(backup: Fields): FormatReading {
  const list = (name: string) => (Array.isArray(backup[name]) ? backup[name].map(fieldsOf) : [])
  return readAuthenticators(
    listOf(backup['Authenticators']).map(lowerCased),
    list('Categories').map(lowerCased),
    list('AuthenticatorCategories').map(lowerCased),
    list('CustomIcons').map(lowerCased),
  )
}

/** The database has the same names, but written small. */
const lowerCased = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))

function readAuthenticators(
  authenticators: readonly Fields[],
  categories: readonly Fields[],
  bindings: readonly Fields[],
  customIcons: readonly Fields[],
): FormatReading {
  const icons = new Map(customIcons.map(({ id, data }) => [textOf(id), data]))
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const tags = new Map<unknown, unknown[]>()
  for (const { authenticatorsecret: secret, categoryid: id } of bindings) tags.set(secret, [...(tags.get(secret) ?? []), names.get(id)])
  const place = ({ ranking }: Fields) => Number(ranking ?? 0)
  return {
    source: readEach(
      authenticators.toSorted((one, other) => place(one) - place(other)),
      (entry) => {
        const algorithm = entry['algorithm'] ?? 0
        return [
          readEntry({
            kind: kinds.get(entry['type']) ?? entry['type'],
            secret: entry['secret'],
            issuer: entry['issuer'],
            account: entry['username'],
            algorithm: typeof algorithm === 'number' ? (algorithms[algorithm] ?? 'unknown') : algorithm,
            digits: entry['digits'] || undefined,
            period: entry['period'] || undefined,
            counter: entry['counter'],
            tags: tags.get(entry['secret']),
            // A name without the sign is one of the marks that come with the application.
            icon: textOf(entry['icon']).startsWith('@') ? icons.get(textOf(entry['icon']).slice(1)) : undefined,
          }),
        ]
      },
    ),
  }
}

/** The database of the application on a phone. */
export const stratumDatabase: ImportFormat<'Stratum'> = {
  name: 'Stratum',
  detects: ({ database }) => database?.has('authenticator', 'type', 'secret', 'issuer') ?? false,
  reads: ({ database }) =>
    readAuthenticators(
      database?.rows('authenticator') ?? [],
      database?.rows('category') ?? [],
      database?.rows('authenticatorcategory') ?? [],
      database?.rows('customicon') ?? [],
    ),
}

const [strong, legacy] = ['AUTHENTICATORPRO', 'AuthenticatorPro']
const headOf = (bytes: Uint8Array) => toText(bytes.subarray(0, strong.length))

/** An encrypted backup: with Argon2id and AES-GCM, or before version 1.20 with PBKDF2 and AES-CBC. */
export const stratumEncrypted: ImportFormat<'Stratum'> = {
  name: 'Stratum',
  detects: ({ bytes }) => [strong, legacy].includes(headOf(bytes)),
  async reads({ bytes }, password) {
    if (password === undefined) throw new TransferError('password_needed')
    const body = bytes.subarray(strong.length)
    const opened = headOf(bytes) === strong ? await openStrong(body, password) : openLegacy(body, password)
    const backup = parseJson(toText(opened))
    // Nothing but its text tells whether the key of a legacy backup is right.
    if (!isFields(backup)) throw new TransferError(headOf(bytes) === strong ? 'damaged' : 'password_wrong')
    return readBackup(backup)
  },
}

async function openStrong(body: Uint8Array, password: string): Promise<Uint8Array> {
  const key = await deriveArgon2id(password, body.subarray(0, 16), { memoryBytes: 64 * 1024 * 1024, passes: 3, lanes: 4 })
  return openAesGcm(key, body.subarray(16, 28), body.subarray(28))
}

function openLegacy(body: Uint8Array, password: string): Uint8Array {
  const opened = openAesCbc(derivePbkdf2('SHA1', password, body.subarray(0, 20), 64_000), body.subarray(20, 36), body.subarray(36))
  if (!opened || !/^\s*\{/.test(textOf(toText(opened.subarray(0, 64))))) throw new TransferError('password_wrong')
  return opened
}
