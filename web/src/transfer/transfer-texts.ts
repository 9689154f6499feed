import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { limits } from '@twofold/contract/limits'
import { transferLimits } from '@twofold/contract/transfer-limits'
import {
  type ActivationCode,
  activationCodes,
  type ClosedApp,
  closedApps,
  type ExportingApp,
  exportingApps,
} from './opening/closed-apps.ts'
import type { FormatName } from './formats/formats.ts'
import type { EntryRefusal } from './entries/read-entry.ts'
import { isManagerVault, type ManagerVault, managerVaults } from './opening/manager-vaults.ts'
import type { TransferFailure } from './opening/transfer-failure.ts'

const isOf = <Apps extends object>(apps: Apps, failure: string): failure is keyof Apps & string => Object.hasOwn(apps, failure)

const failures: Record<Exclude<TransferFailure, ManagerVault | ClosedApp | ExportingApp | ActivationCode>, MessageDescriptor> = {
  unknown_format: msg`This is not an export that Twofold knows. See below which ones it can read.`,
  damaged: msg`This file is damaged or incomplete. Please export it again.`,
  no_file: msg`Your browser cannot read this. If it is a folder, choose the files in it.`,
  empty: msg`There are no keys in it.`,
  too_large: msg`This file is too large. Please use one of at most ${transferLimits.importBytes / 1024 / 1024} MB.`,
  too_many: msg`There are more than ${limits.keysPerOwner} keys in it, which is as many as one person can have.`,
  too_costly: msg`This file is damaged or unsafe to open.`,
  password_needed: msg`This file is encrypted. Please enter its password.`,
  password_wrong: msg`This password is wrong. Please try again.`,
  key_needed: msg`This database is locked. Enter its password, choose its key file, or both.`,
  key_wrong: msg`These do not open the database. Check the password, and whether the database needs a key file.`,
  key_file_damaged: msg`The key file is damaged or incomplete. Choose an intact copy of it together with the database.`,
  key_file: msg`This is a key file of KeePass. Choose it together with the database (.kdbx) that it opens.`,
  sqlite_log: msg`This file holds the newest changes of a database. Choose it together with the database beside which it was.`,
  encrypted_elsewhere: msg`This Aegis vault has no password, only a fingerprint or another lock of its phone, so only that phone can open it. In Aegis, choose Export and set a password, and import that file.`,
  account_restricted: msg`This Bitwarden export is restricted to the account that made it, so only Bitwarden can open it. Please export again and choose “Password protected”, or JSON without encryption.`,
  authy_iphone: msg`This is Authy data from an iPhone. Authy does not let keys out: sign in to each service and set up two-step verification again, starting with Twofold.`,
  google_encrypted: msg`This copy of Google Authenticator’s database is locked to its phone. On the phone, choose Transfer accounts, then Export accounts, and scan the QR codes here.`,
  microsoft_encrypted: msg`This copy of Microsoft Authenticator’s database is locked to its phone, and the app has no export. Sign in to each service and set up two-step verification again, starting with Twofold.`,
  microsoft_cloud: msg`This is a cloud backup of Microsoft Authenticator, which only that app can restore. It has no export: sign in to each service and set up two-step verification again, starting with Twofold.`,
  keepass_1: msg`This is a database of KeePass 1. Open it in KeePass 2 or KeePassXC, save it as .kdbx, and import that file.`,
  keepass_cipher: msg`This KeePass database uses a cipher that Twofold does not have. In KeePass, change the encryption to AES-256 under Database settings, save, and import it again.`,
  steam_encrypted: msg`This file of Steam Desktop Authenticator or steamguard-cli is encrypted. Remove the encryption there, under Manage Encryption or with “steamguard decrypt”, and import the .maFile files.`,
  steam_list: msg`This is the list of accounts of Steam Desktop Authenticator or steamguard-cli, without their keys. Import the .maFile files beside it.`,
  winauth_settings: msg`This WinAuth file is protected by Windows or a YubiKey, so only WinAuth on that computer can open it. In WinAuth, choose Export, and import the text file or the ZIP archive.`,
  dashlane_encrypted: msg`This is an encrypted backup of Dashlane (.dash), which only Dashlane can open. In Dashlane, choose Export data and CSV, and import that file.`,
  browser_storage: msg`This is the storage of an application as it is on a computer, such as that of Authy Desktop. Its keys are locked to the application. If it has no export, sign in to each service and set up two-step verification again, starting with Twofold.`,
  iphone_backup: msg`This is a backup of an iPhone, not of an app. Open the authenticator on the iPhone and export from there.`,
  rsa_token: msg`This is a software token of RSA SecurID. Its codes are made in a way that only RSA’s apps know: keep it there, or ask who gave it to you for another way to sign in.`,
  yubico_authenticator: msg`Yubico Authenticator keeps its keys on the YubiKey, which never lets them out. Sign in to each service and set up two-step verification again, starting with Twofold.`,
  apple_keychain: msg`This is an Apple keychain, which only Apple’s devices can open. In the Passwords app on a Mac, choose File, Export All Passwords to File, and import that file.`,
  samsung_pass: msg`This is an export of Samsung Pass, which holds passwords but no keys for codes. Export from the app that shows your codes.`,
  pgp: msg`This file is encrypted with OpenPGP. Decrypt it with your OpenPGP software first, then import the decrypted file.`,
  android_backup: msg`This is a backup of an Android phone, not of an app. Open the authenticator on the phone and export from there.`,
  one_password_vault: msg`This is a 1Password vault as the app stores it. In 1Password, choose File, Export, and the format 1PUX.`,
  sqlcipher: msg`This database is encrypted. Export from the app itself instead of copying its database.`,
  other_archive: msg`Twofold opens ZIP archives only. Unpack this archive and import the files in it.`,
  other_picture: msg`This kind of picture cannot be read. Save it as PNG or JPEG, or take a screenshot of it.`,
  pdf_encrypted: msg`This PDF is protected. Open it, print it as a PDF without protection, and import that file.`,
  pictures_without_codes: msg`No QR code was found in it. Take a screenshot of each code and import the pictures.`,
  no_codes_in_table: msg`This table holds passwords but no keys for codes. Chrome and most browsers do not store keys; export from the app that shows your codes.`,
  failed: msg`Your browser could not do this. Please try again.`,
}

/** Reason why a file cannot be imported, and the remedy. */
export function failureText(failure: TransferFailure): string {
  if (isManagerVault(failure)) {
    const app = managerVaults[failure].name
    return t`This is a vault of ${app} as the app stores it, which only ${app} can open. Export from ${app} instead: see below how.`
  }
  if (isOf(closedApps, failure)) {
    const app = closedApps[failure].name
    return t`This is data of ${app} as the app stores it, which only that app can open. Sign in to each service and set up two-step verification again, starting with Twofold.`
  }
  if (isOf(exportingApps, failure)) {
    const app = exportingApps[failure].name
    return t`This is data of ${app} as the app stores it, which only that app can open. Export from ${app} instead: see below how.`
  }
  if (isOf(activationCodes, failure)) {
    const app = activationCodes[failure].name
    return t`This is an activation code for ${app} alone, not a key. Where the service offers another authenticator app, choose that and scan its QR code here.`
  }
  return i18n._(failures[failure])
}

const refusals: Record<EntryRefusal, MessageDescriptor> = {
  algorithm: msg`Its algorithm is not supported.`,
  digits: msg`The length of its codes is not supported.`,
  kind: msg`Its kind is not supported.`,
  secret: msg`It has no usable secret.`,
  period: msg`Its period is not supported.`,
  counter: msg`Its counter is missing or out of range.`,
  name: msg`Its name is too long, or holds characters that are not allowed.`,
}

/** Reason why Twofold does not support an entry. */
export const refusalText = (refusal: EntryRefusal): string => i18n._(refusals[refusal])

/** Names of products stay as they are. */
export const formatName = (format: FormatName): string =>
  format === 'links' ? t`a list of links` : format === 'a table' ? t`a table` : productName(format)

/** As a heading. */
export const helpName = (format: string): string =>
  format === 'links' ? t`Links` : format === 'a table' ? t`Any other table` : productName(format)

const productName = (format: string) => (format === 'Authenticator extension' ? t`Authenticator (browser extension)` : format)
