import type { ManagerVault } from './manager-vaults.ts'
import type { ActivationCode, ClosedApp, ExportingApp } from './closed-apps.ts'

/** Recognized files that no other application can open, or that hold no keys. Each has a sentence with an alternative. */
export type KnownRefusal =
  | ClosedApp
  | ExportingApp
  | ActivationCode
  | 'yubico_authenticator'
  | 'authy_iphone'
  | 'google_encrypted'
  | 'microsoft_encrypted'
  | 'microsoft_cloud'
  | 'keepass_1'
  | 'keepass_cipher'
  | 'key_file'
  | 'sqlite_log'
  | 'steam_encrypted'
  | 'steam_list'
  | 'winauth_settings'
  | 'dashlane_encrypted'
  | 'browser_storage'
  | 'iphone_backup'
  | 'rsa_token'
  | 'pgp'
  | 'android_backup'
  | 'one_password_vault'
  | ManagerVault
  | 'apple_keychain'
  | 'samsung_pass'
  | 'sqlcipher'
  | 'other_archive'
  | 'other_picture'
  | 'pdf_encrypted'
  | 'pictures_without_codes'
  | 'no_codes_in_table'

/** Reasons why a file cannot be imported at all. */
export type TransferFailure =
  | 'unknown_format'
  | 'damaged'
  | 'empty'
  /** The browser does not get its bytes, as of a folder. */
  | 'no_file'
  | 'too_large'
  | 'too_many'
  /** Opening it would take more time or memory than any application asks for. */
  | 'too_costly'
  | 'password_needed'
  | 'password_wrong'
  /** KeePass: requires a password, a key file, or both. */
  | 'key_needed'
  | 'key_wrong'
  /** The key file itself, not the database. */
  | 'key_file_damaged'
  /** Encrypted in a way that only its own application can undo. */
  | 'encrypted_elsewhere'
  /** Bitwarden: encrypted with the key of the exporting account. */
  | 'account_restricted'
  /** Files that are known, and cannot be opened by anybody but their application. */
  | KnownRefusal
  /** The browser could not do the work. */
  | 'failed'

export class TransferError extends Error {
  readonly failure: TransferFailure

  constructor(failure: TransferFailure) {
    super(`This file cannot be read: ${failure}.`)
    this.failure = failure
  }
}
