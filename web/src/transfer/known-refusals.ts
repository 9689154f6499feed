import { activationCodes, findStorage, isActivation } from './opening/closed-apps.ts'
import { isKdb } from './containers/kdbx.ts'
import { isOtherPicture } from '../lib/raster-image.ts'
import { isKeyFile } from './containers/key-file.ts'
import { isLog } from './containers/sqlite-log.ts'
import { toHex, toText } from './opening/bytes.ts'
import { anyList, fieldsOf, isFields } from './opening/json.ts'
import { isSealedWinAuth } from './formats/winauth.ts'
import { findManagerVault } from './opening/manager-vaults.ts'
import type { SourceFile } from './entries/source-file.ts'
import type { KnownRefusal } from './opening/transfer-failure.ts'

const startsWith =
  (...starts: string[]) =>
  ({ bytes }: SourceFile) =>
    starts.some((start) => toHex(bytes.subarray(0, start.length / 2)) === start)

const holds = (file: SourceFile, ...words: string[]) => {
  const text = file.text ?? new TextDecoder('latin1').decode(file.bytes)
  return words.every((word) => text.includes(word))
}

const isPropertyList = (file: SourceFile) => startsWith('62706c697374')(file) || /^\s*<\?xml[^>]*>\s*<!DOCTYPE plist/i.test(file.text ?? '')

const activationCodeNames = Object.keys(activationCodes) as (keyof typeof activationCodes)[]

/** Files that somebody may well try, with what they are. Compared before any format is. */
const knownRefusals: { failure: KnownRefusal; detects: (file: SourceFile) => boolean }[] = [
  { failure: 'key_file', detects: ({ text }) => isKeyFile(text) },
  { failure: 'sqlite_log', detects: ({ bytes }) => isLog(bytes) },
  { failure: 'keepass_1', detects: ({ bytes }) => isKdb(bytes) },
  {
    failure: 'authy_iphone',
    detects: (file) => isPropertyList(file) && (/authy/i.test(file.name) || holds(file, 'authy') || holds(file, 'authenticatorTokens')),
  },
  { failure: 'microsoft_cloud', detects: (file) => isPropertyList(file) && holds(file, 'microsoft') && holds(file, 'uthenticator') },
  {
    failure: 'steam_encrypted',
    detects: ({ fields, name, text = '' }) =>
      (fields['encrypted'] === true && Array.isArray(fields['entries']) && text.includes('encryption_salt')) ||
      anyList(fields['entries']).some((one) => 'steam_id' in fieldsOf(one) && isFields(fieldsOf(one)['encryption'])) ||
      (/\.mafile$/i.test(name) && /^[A-Za-z0-9+/=\s]{64}[A-Za-z0-9+/=\s]*$/.test(text)),
  },
  {
    failure: 'steam_list',
    detects: ({ fields }) =>
      fields['encrypted'] !== true &&
      anyList(fields['entries'])
        .map(fieldsOf)
        .some((one) => ('steamid' in one || 'steam_id' in one) && 'filename' in one),
  },
  // A text of Kaspersky, whose notes may hold links.
  { failure: 'no_codes_in_table', detects: ({ text = '' }) => /^Website name: .*$/m.test(text) && !/otpauth:/i.test(text) },
  {
    failure: 'dashlane_encrypted',
    // Its signature, plain or in Base64.
    detects: ({ name, text = '' }) => /\.dash$/i.test(name) || /^(?:\$\d\$argon2d\$|JDEkYXJnb24yZCQ)/.test(text),
  },
  {
    failure: 'browser_storage',
    // Files of LevelDB: its tables end in a mark of their own, the others are known by their names.
    detects: ({ name, bytes, text = '' }) =>
      toHex(bytes.subarray(-8)) === '57fb808b247547db' ||
      (/^(?:MANIFEST-\d{6}|\d{6}\.(?:ldb|log|sst))$/.test(name) && bytes.length > 0) ||
      /^MANIFEST-\d{6}\s*$/.test(text),
  },
  {
    failure: 'iphone_backup',
    detects: (file) =>
      (isPropertyList(file) && (holds(file, 'BackupKeyBag') || holds(file, 'iTunes Version') || holds(file, 'Target Identifier'))) ||
      (file.database?.has('files', 'fileid', 'domain', 'relativepath') ?? false),
  },
  { failure: 'rsa_token', detects: ({ text = '' }) => /<TKNBatch\b|com\.rsa\.securid|securid\/ctf\?ctfData=/.test(text) },
  {
    failure: 'yubico_authenticator',
    detects: (file) => /com\.yubico\.(?:yubioath|authenticator)\b/i.test(file.name) || (isPropertyList(file) && holds(file, 'com.yubico.')),
  },
  ...activationCodeNames.map((code) => ({ failure: code, detects: isActivation(code) })),
  { failure: 'winauth_settings', detects: ({ text = '' }) => isSealedWinAuth(text) },
  {
    failure: 'pgp',
    // Encrypted for a key pair; one with a password is opened.
    detects: startsWith('8501', '8502', '8503', '8504', 'c1c0'),
  },
  { failure: 'android_backup', detects: ({ bytes }) => toText(bytes.subarray(0, 15)) === 'ANDROID BACKUP\n' },
  {
    failure: 'one_password_vault',
    // OPVault, Agile Keychain, and the database of version 7.
    detects: ({ text = '', name, fields, database }) =>
      /^(?:ld|loadProfile|loadFolders)\(/.test(text) ||
      /^(?:profile|encryptionKeys)\.js$/.test(name) ||
      (typeof fields['encrypted'] === 'string' && 'typeName' in fields) ||
      (database?.has('item_overviews', 'overview') ?? false),
  },
  {
    failure: 'apple_keychain',
    detects: (file) =>
      startsWith('6b796368')(file) || /\.keychain(?:-db)?$/i.test(file.name) || (file.database?.has('genp', 'agrp') ?? false),
  },
  { failure: 'samsung_pass', detects: ({ name }) => /\.spass$/i.test(name) },
  {
    failure: 'other_picture',
    // An SVG is a program of its own. One that says its link in a text is read.
    detects: ({ bytes, text = '' }) =>
      isOtherPicture(bytes) || (/^\s*(?:<[?!][^>]*>\s*){0,100}<svg\b/i.test(text) && !/otpauth(?:-migration)?:\/\//i.test(text)),
  },
  { failure: 'other_archive', detects: startsWith('1f8b', '425a68', 'fd377a585a', '377abcaf271c', '526172211a07') },
]

const isSealedDatabase = ({ name, text }: SourceFile) => /\.(?:db3?|sqlite3?)$/i.test(name) && text === undefined

/** Identifies a file that no format matches. */
export const findLateRefusal = (file: SourceFile): KnownRefusal | undefined =>
  findStorage(file) ?? (file.database === undefined && isSealedDatabase(file) ? 'sqlcipher' : undefined)

/** Undefined for a file that may well be read. */
export const findRefusal = (file: SourceFile): KnownRefusal | undefined =>
  knownRefusals.find(({ detects }) => detects(file))?.failure ?? findManagerVault(file)
