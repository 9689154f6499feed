import { activationCodes, closedApps, isActivation, isDataOf } from './closed-apps.ts'
import { isKdb } from './containers/kdbx.ts'
import { isKeyFile } from './containers/key-file.ts'
import { isLog } from './containers/sqlite-log.ts'
import { toHex, toText } from './bytes.ts'
import { isSealedWinAuth } from './formats/winauth.ts'
import { fieldsOf } from './json.ts'
import type { SourceFile } from './source-file.ts'
import type { KnownRefusal } from './transfer-failure.ts'

const startsWith =
  (...starts: string[]) =>
  ({ bytes }: SourceFile) =>
    starts.some((start) => toHex(bytes.subarray(0, start.length / 2)) === start)

const holds = (file: SourceFile, ...words: string[]) => {
  const text = file.text ?? new TextDecoder('latin1').decode(file.bytes)
  return words.every((word) => text.includes(word))
}

const isPropertyList = (file: SourceFile) => startsWith('62706c697374')(file) || /^\s*<\?xml[^>]*>\s*<!DOCTYPE plist/i.test(file.text ?? '')

const closedAppNames = Object.keys(closedApps) as (keyof typeof closedApps)[]
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
      (/\.mafile$/i.test(name) && /^[A-Za-z0-9+/=\s]{64,}$/.test(text)),
  },
  {
    failure: 'dashlane_encrypted',
    // What it begins with, or that in Base64.
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
  { failure: 'otp_auth', detects: ({ name, text = '' }) => /\.otpauthdb$/i.test(name) && !text.startsWith('otpauth:') },
  {
    failure: 'extension_encrypted',
    detects: ({ fields }) =>
      Object.values(fields)
        .map(fieldsOf)
        .some((entry) => entry['dataType'] === 'EncOTPStorage' || (entry['encrypted'] === true && 'hash' in entry && 'secret' in entry)),
  },
  {
    failure: 'yubico_authenticator',
    detects: (file) => /com\.yubico\.(?:yubioath|authenticator)\b/i.test(file.name) || (isPropertyList(file) && holds(file, 'com.yubico.')),
  },
  ...closedAppNames.map((app) => ({ failure: app, detects: isDataOf(app) })),
  ...activationCodeNames.map((code) => ({ failure: code, detects: isActivation(code) })),
  { failure: 'winauth_settings', detects: ({ text = '' }) => isSealedWinAuth(text) },
  {
    failure: 'pgp',
    // The packets that an encrypted message begins with: a session key for a key pair or for a password.
    detects: (file) =>
      /^\s*-----BEGIN PGP MESSAGE-----/.test(file.text ?? '') ||
      startsWith('8501', '8502', '8503', '8504', '8c0d04', 'c1c0', 'c30d04', 'c32e04')(file),
  },
  { failure: 'android_backup', detects: ({ bytes }) => toText(bytes.subarray(0, 15)) === 'ANDROID BACKUP\n' },
  {
    failure: 'one_password_vault',
    detects: ({ text = '', name }) => /^(?:ld|loadProfile|loadFolders)\(/.test(text) || /^profile\.js$/.test(name),
  },
  { failure: 'other_archive', detects: startsWith('1f8b', '425a68', 'fd377a585a', '377abcaf271c', '526172211a07') },
]

/** Of a file that no format knows either. */
export const isSealedDatabase = ({ name, text }: SourceFile) => /\.(?:db3?|sqlite3?)$/i.test(name) && text === undefined

/** Undefined for a file that may well be read. */
export const findRefusal = (file: SourceFile): KnownRefusal | undefined => knownRefusals.find(({ detects }) => detects(file))?.failure
