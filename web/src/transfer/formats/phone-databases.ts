import { msg } from '@lingui/core/macro'
import { encodeBase32 } from '@twofold/contract/base32'
import { fromBase64, fromHex } from '../opening/bytes.ts'
import { mayBeSqlCipher, openSqlCipher } from '../containers/sqlcipher.ts'
import { SqliteFile } from '../containers/sqlite.ts'
import { readEach } from '../entries/entry-source.ts'
import { readEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'

/** The database of Google Authenticator on Android, before version 5.1. */
export const googleDatabase: ImportFormat<'Google Authenticator'> = {
  name: 'Google Authenticator',
  detects: ({ database }) => database?.has('accounts', 'email', 'secret', 'type') ?? false,
  reads: ({ database }) => {
    const rows = database?.rows('accounts') ?? []
    if (rows.length > 0 && rows.every(({ isencrypted }) => isencrypted === 1)) throw new TransferError('google_encrypted')
    return {
      source: readEach(rows, ({ email, secret, type, issuer, counter, isencrypted }) => {
        const [, prefix = '', account = textOf(email)] = /^([^:]*):(.*)$/s.exec(textOf(email)) ?? []
        // 2 is an account of Blizzard in forks of the application, with a secret in Base16.
        const kind = ['totp', 'hotp'][Number(type ?? 0)] ?? type
        return [
          readEntry({
            kind: String(kind),
            secret: isencrypted === 1 ? '' : secret,
            issuer: textOf(issuer) || prefix,
            account: account.trim(),
            counter: kind === 'hotp' ? counter : undefined,
          }),
        ]
      }),
    }
  },
}

/** Microsoft Authenticator on Android: 0 is any account, 1 a personal Microsoft account, 2 one of an organization, which has no key. */
export const microsoftDatabase: ImportFormat<'Microsoft Authenticator'> = {
  name: 'Microsoft Authenticator',
  help: msg`The database of the app on Android. Cloud backups cannot be opened.`,
  detects: ({ database }) => database?.has('accounts', 'oath_secret_key', 'account_type') ?? false,
  reads: ({ database }) => {
    const rows = (database?.rows('accounts') ?? []).filter(({ account_type: type }) => type === 0 || type === 1)
    const isSealed = (row: (typeof rows)[number]) =>
      textOf(row['oath_secret_key']) === '' && textOf(row['encrypted_oath_secret_key']) !== ''
    if (rows.length > 0 && rows.every(isSealed)) throw new TransferError('microsoft_encrypted')
    return {
      source: readEach(
        rows.toSorted((one, other) => Number(one['ux_position'] ?? 0) - Number(other['ux_position'] ?? 0)),
        ({ account_type: type, oath_secret_key: key, name, username }) => {
          const personal = type === 1
          const secret = personal && textOf(key) !== '' ? encodeBase32(fromBase64(key)) : key
          return [readEntry({ kind: 'totp', secret, issuer: name, account: username, digits: personal ? 8 : 6 })]
        },
      ),
    }
  },
}

/**
 * The backup of Authenticator Plus, a database of SQLCipher. Nothing in it says what it is, but its name does. 2 is an account of Blizzard, with a
 * secret in Base16.
 */
export const authenticatorPlusDatabase: ImportFormat<'Authenticator Plus'> = {
  name: 'Authenticator Plus',
  detects: ({ name, bytes, text }) =>
    /auth\w*plus.*\.db$/i.test(name.replaceAll(/[ _-]/g, '')) && text === undefined && mayBeSqlCipher(bytes),
  reads({ bytes }, password) {
    if (password === undefined) throw new TransferError('password_needed')
    return {
      source: readEach(new SqliteFile(openSqlCipher(bytes, password)).rows('accounts'), (row) => {
        const [email, issuer] = [textOf(row['email']), textOf(row['issuer'])]
        const prefix = /^([^:]+):/.exec(textOf(row['original_name']))?.[1] ?? ''
        const isBlizzard = row['type'] === 2
        const category = textOf(row['category'])
        return [
          readEntry({
            kind: row['type'] === 1 ? 'hotp' : row['type'] === 0 || isBlizzard ? 'totp' : String(row['type']),
            secret: isBlizzard ? encodeBase32(fromHex(textOf(row['secret']))) : row['secret'],
            issuer: isBlizzard ? 'Blizzard' : issuer || prefix || email,
            account: issuer === '' && prefix === '' ? '' : email,
            digits: isBlizzard ? 8 : 6,
            counter: row['counter'],
            tags: category === 'All Accounts' ? [] : [category],
          }),
        ]
      }),
    }
  },
}
