import { msg } from '@lingui/core/macro'
import { fromBase64, fromHex, toBase64, toBytes, toHex, toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { type Fields, fieldsOf, isFields, parseJson } from '../opening/json.ts'
import { readEntry, type ReadEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { secretIn } from './secret-in.ts'
import { deriveArgon2id, openPassphraseAes } from '../opening/unlock.ts'

/*
 * The backup of the browser extension Authenticator (Authenticator-Extension/Authenticator, src/models/storage.ts): an object with each entry under
 * its own hash, and keys among them. Empty fields are left out.
 */

const isOpenEntry = (entry: Fields) => 'hash' in entry && typeof entry['secret'] === 'string' && 'type' in entry
const isSealedEntry = (entry: Fields) => entry['dataType'] === 'EncOTPStorage' && typeof entry['data'] === 'string'
const isEntry = (entry: Fields) => isOpenEntry(entry) || isSealedEntry(entry)

export const authenticatorExtension: ImportFormat<'Authenticator extension'> = {
  name: 'Authenticator extension',
  help: msg`Backup of the browser extension, with or without a password: JSON or links`,
  detects: ({ fields }) => Object.values(fields).some((entry) => isEntry(fieldsOf(entry))),
  async reads({ fields }, password) {
    const entries = await openEntries(fields, password)
    return {
      source: readEach(
        entries.toSorted((one, other) => Number(one['index'] ?? 0) - Number(other['index'] ?? 0)),
        (entry): ReadEntry[] => [
          readEntry({
            ...keyOf(entry),
            // Two colons are followed by the address for which it fills in codes.
            issuer: textOf(entry['issuer']).split('::')[0],
            account: entry['account'],
            algorithm: nameIn(algorithms, entry['algorithm']),
            period: entry['period'] || undefined,
            counter: entry['counter'],
            favourite: entry['pinned'],
          }),
        ],
      ),
    }
  },
}

/** Three releases encrypt in different ways; entries added before there was a password are unencrypted in all of them. */
async function openEntries(fields: Fields, password: string | undefined): Promise<Fields[]> {
  const entries = Object.values(fields).filter(isFields).filter(isEntry)
  const isSealed = (entry: Fields) => isSealedEntry(entry) || entry['encrypted'] === true
  if (!entries.some(isSealed)) return entries
  if (password === undefined) throw new TransferError('password_needed')
  const passphraseOf = passphrases(fields, password)
  const opened: Fields[] = []
  for (const entry of entries) {
    if (isSealedEntry(entry)) {
      const bytes = openPassphraseAes(textOf(entry['data']), await passphraseOf(textOf(entry['keyId'])))
      const inner = bytes && parseJson(toText(bytes))
      // Its key is known to be right, so the data are damaged.
      if (!isFields(inner)) throw new TransferError('damaged')
      opened.push({ ...inner, index: entry['index'] ?? inner['index'] })
    } else if (isSealed(entry)) {
      const bytes = openPassphraseAes(textOf(entry['secret']), await passphraseOf(undefined))
      const secret = bytes ? toText(bytes) : ''
      if (!/^(?:(?:blz|bliz|stm)-)?[A-Za-z0-9 ]+=*$/.test(secret)) throw new TransferError('password_wrong')
      opened.push({ ...entry, secret })
    } else opened.push(entry)
  }
  return opened
}

/** Finds what an entry is sealed with: the key that it names, or the one key of all, or the password. Each is made once. */
function passphrases(fields: Fields, password: string) {
  const found = new Map<string, Promise<string>>()
  return (keyId: string | undefined): Promise<string> => {
    const made =
      found.get(keyId ?? '') ??
      (keyId === undefined ? oldPassphrase(fieldsOf(fields['key']), password) : passphraseOfKey(fieldsOf(fields[keyId]), password))
    found.set(keyId ?? '', made)
    return made
  }
}

/** Release 2 seals with a random key that the password seals; release 1 has none and seals with the password. */
async function oldPassphrase({ enc, hash }: Fields, password: string): Promise<string> {
  if (typeof enc !== 'string') return password
  const key = openPassphraseAes(enc, password)
  if (key === undefined || !(await isHashOf(textOf(hash), toHex(key)))) throw new TransferError('password_wrong')
  return toHex(key)
}

/** Release 3 seals with a hash of the password, of which a hash is in the file. */
async function passphraseOfKey({ salt, hash }: Fields, password: string): Promise<string> {
  const cost = { memoryBytes: 19 * 1024 * 1024, passes: 2, lanes: 1 }
  const made = await deriveArgon2id(password, toBytes(textOf(salt)), cost)
  const passphrase = toBase64(made).replace(/=+$/, '')
  if (!(await isHashOf(textOf(hash), passphrase))) throw new TransferError('password_wrong')
  return passphrase
}

/** `hash` as libraries write it: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
async function isHashOf(hash: string, text: string): Promise<boolean> {
  const [, m, t, p, salt = '', value = ''] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? []
  if (value === '') throw new TransferError('damaged')
  const cost = { memoryBytes: Number(m) * 1024, passes: Number(t), lanes: Number(p) }
  return toBase64(await deriveArgon2id(text, fromBase64(salt), cost)).replace(/=+$/, '') === value
}

/** Entries that were added while there was a password have the place of a name in its lists, counted from 1. */
const nameIn = (names: readonly string[], value: unknown) => (typeof value === 'number' ? (names[value - 1] ?? String(value)) : value)
const kinds = ['totp', 'hotp', 'battle', 'steam', 'hex', 'hhex']
const algorithms = ['SHA1', 'SHA256', 'SHA512']

/** Two of its kinds have their secret in Base16, and Battle.net's has eight digits. Old entries put the kind before the secret. */
function keyOf({ type, secret: written, digits: given }: Fields) {
  const [, mark = '', secret = ''] = /^(blz-|bliz-|stm-)?(.*)$/s.exec(textOf(written)) ?? []
  const kind = mark.startsWith('b') ? 'battle' : mark === 'stm-' ? 'steam' : textOf(nameIn(kinds, type)).toLowerCase()
  const digits = given || undefined
  if (kind === 'battle') return { kind: 'totp', secret, digits: 8 }
  const isHex = !/^[a-z2-7]+=*$/i.test(secret) && /^[0-9a-f]+$/i.test(secret)
  if (kind === 'hex' || (kind === 'totp' && isHex)) return { kind: 'totp', secret: secretIn(() => fromHex(secret)), digits }
  if (kind === 'hhex' || (kind === 'hotp' && isHex)) return { kind: 'hotp', secret: secretIn(() => fromHex(secret)), digits }
  return { kind, secret, digits }
}
