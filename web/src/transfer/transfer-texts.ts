import { t } from '@lingui/core/macro'
import { limits } from '@twofold/contract/limits'
import { activationCodes, closedApps, exportingApps } from './opening/closed-apps.ts'
import type { FormatName } from './formats/formats.ts'
import type { EntryRefusal } from './entries/read-entry.ts'
import { isManagerVault, managerVaults } from './opening/manager-vaults.ts'
import type { TransferFailure } from './opening/transfer-failure.ts'

/** Why a file cannot be taken, and what to do. */
export function failureText(failure: TransferFailure): string {
  if (isManagerVault(failure)) {
    const app = managerVaults[failure].name
    return t`This is a vault of ${app} as the app stores it, which only ${app} can open. Export from ${app} instead: see below how.`
  }
  switch (failure) {
    case 'unknown_format':
      return t`This is not an export that Twofold knows. See below which ones it can read.`
    case 'damaged':
      return t`This file is damaged or incomplete. Please export it again.`
    case 'no_file':
      return t`Your browser cannot read this. If it is a folder, choose the files in it.`
    case 'empty':
      return t`There are no keys in it.`
    case 'too_large':
      return t`This file is too large. Please use one of at most ${limits.importBytes / 1024 / 1024} MB.`
    case 'too_many':
      return t`There are more than ${limits.keysPerOwner} keys in it, which is as many as one person can have.`
    case 'too_costly':
      return t`This file is damaged or unsafe to open.`
    case 'password_needed':
      return t`This file is encrypted. Please enter its password.`
    case 'password_wrong':
      return t`This password is not right. Please try again.`
    case 'key_needed':
      return t`This database is locked. Enter its password, choose its key file, or both.`
    case 'key_wrong':
      return t`These do not open the database. Check the password, and whether the database needs a key file.`
    case 'key_file':
      return t`This is a key file of KeePass. Choose it together with the database (.kdbx) that it opens.`
    case 'sqlite_log':
      return t`This file holds the newest changes of a database. Choose it together with the database beside which it was.`
    case 'encrypted_elsewhere':
      return t`This Aegis vault has no password, only a fingerprint or another lock of its phone, so only that phone can open it. In Aegis, choose Export and set a password, and import that file.`
    case 'account_restricted':
      return t`This Bitwarden export is restricted to the account that made it, so only Bitwarden can open it. Please export again and choose “Password protected”, or JSON without encryption.`
    case 'authy_iphone':
      return t`This is Authy data from an iPhone. Authy does not let keys out: sign in to each service and set up two-step verification again, starting with Twofold.`
    case 'google_encrypted':
      return t`This copy of Google Authenticator’s database is locked to its phone. On the phone, choose Transfer accounts, then Export accounts, and scan the QR codes here.`
    case 'microsoft_encrypted':
      return t`This copy of Microsoft Authenticator’s database is locked to its phone, and the app has no export. Sign in to each service and set up two-step verification again, starting with Twofold.`
    case 'microsoft_cloud':
      return t`This is a cloud backup of Microsoft Authenticator, which only that app can restore. It has no export: sign in to each service and set up two-step verification again, starting with Twofold.`
    case 'keepass_1':
      return t`This is a database of KeePass 1. Open it in KeePass 2 or KeePassXC, save it as .kdbx, and import that file.`
    case 'keepass_cipher':
      return t`This KeePass database uses a cipher that Twofold does not have. In KeePass, change the encryption to AES-256 under Database settings, save, and import it again.`
    case 'steam_encrypted':
      return t`This file of Steam Desktop Authenticator is encrypted. Open the app, choose Manage Encryption, remove the encryption, and import the .maFile files.`
    case 'steam_list':
      return t`This is the list of accounts of Steam Desktop Authenticator, without their keys. Import the .maFile files beside it.`
    case 'winauth_settings':
      return t`This WinAuth file is protected by Windows or a YubiKey, so only WinAuth on that computer can open it. In WinAuth, choose Export, and import the text file or the ZIP archive.`
    case 'dashlane_encrypted':
      return t`This is an encrypted backup of Dashlane (.dash), which only Dashlane can open. In Dashlane, choose Export data and CSV, and import that file.`
    case 'browser_storage':
      return t`This is the storage of an application as it stands on a computer, such as that of Authy Desktop. Its keys are locked to the application. If it has no export, sign in to each service and set up two-step verification again, starting with Twofold.`
    case 'iphone_backup':
      return t`This is a backup of an iPhone, not of an app. Open the authenticator on the iPhone and export from there.`
    case 'rsa_token':
      return t`This is a software token of RSA SecurID. Its codes are made in a way that only RSA’s apps know: keep it there, or ask who gave it to you for another way to sign in.`
    case 'yubico_authenticator':
      return t`Yubico Authenticator keeps its keys on the YubiKey, which never lets them out. Sign in to each service and set up two-step verification again, starting with Twofold.`
    case 'authy':
    case 'microsoft_storage':
    case 'duo_mobile':
    case 'entrust_identity':
    case 'symantec_vip':
    case 'rsa_authenticator':
    case 'ibm_verify':
    case 'ping_id':
    case 'oracle_authenticator':
    case 'forti_token':
    case 'watchguard_authpoint':
    case 'yandex_key':
    case 'okta_verify':
    case 'salesforce_authenticator':
    case 'zoho_oneauth':
    case 'sophos_authenticator':
    case 'sophos_intercept':
    case 'saaspass':
    case 'step_two':
    case 'tofu': {
      const app = closedApps[failure].name
      return t`This is data of ${app} as the app stores it, which only that app can open. Sign in to each service and set up two-step verification again, starting with Twofold.`
    }
    case 'google_storage':
    case 'aegis_storage':
    case 'twofas_storage':
    case 'ente_storage':
    case 'proton_storage':
    case 'raivo_storage':
    case 'lastpass_storage':
    case 'bitwarden_mobile': {
      const app = exportingApps[failure].name
      return t`This is data of ${app} as the app stores it, which only that app can open. Export from ${app} instead: see below how.`
    }
    case 'apple_keychain':
      return t`This is an Apple keychain, which only Apple’s devices can open. In the Passwords app on a Mac, choose File, Export All Passwords to File, and import that file.`
    case 'samsung_pass':
      return t`This is an export of Samsung Pass, which holds passwords but no keys for codes. Export from the app that shows your codes.`
    case 'okta_activation':
    case 'microsoft_activation':
    case 'duo_activation':
    case 'entrust_activation': {
      const app = activationCodes[failure].name
      return t`This is an activation code for ${app} alone, not a key. Where the service offers another authenticator app, choose that and scan its QR code here.`
    }
    case 'pgp':
      return t`This file is encrypted with OpenPGP. Decrypt it with your OpenPGP software first, then import the decrypted file.`
    case 'android_backup':
      return t`This is a backup of an Android phone, not of an app. Open the authenticator on the phone and export from there.`
    case 'one_password_vault':
      return t`This is a 1Password vault as the app stores it. In 1Password, choose File, Export, and the format 1PUX.`
    case 'sqlcipher':
      return t`This database is encrypted. Export from the app itself instead of copying its database.`
    case 'other_archive':
      return t`Twofold opens ZIP archives only. Unpack this archive and import the files in it.`
    case 'pdf_encrypted':
      return t`This PDF is protected. Open it, print it as a PDF without protection, and import that file.`
    case 'pictures_without_codes':
      return t`No QR code was found in it. Take a screenshot of each code and import the pictures.`
    case 'no_codes_in_table':
      return t`This table holds passwords but no keys for codes. Chrome and most browsers do not store keys; export from the app that shows your codes.`
    case 'failed':
      return t`Your browser could not do this. Please try again.`
  }
}

/** Why Twofold cannot hold an entry. */
export function refusalText(refusal: EntryRefusal): string {
  switch (refusal) {
    case 'algorithm':
      return t`Its algorithm is not supported.`
    case 'digits':
      return t`The length of its codes is not supported.`
    case 'kind':
      return t`Its kind is not supported.`
    case 'secret':
      return t`It has no usable secret.`
    case 'period':
      return t`Its period is not supported.`
    case 'counter':
      return t`Its counter is out of range.`
    case 'name':
      return t`Its name is too long, or holds characters that are not allowed.`
  }
}

/** Names of products stay as they are. */
export const formatName = (format: FormatName): string =>
  format === 'links' ? t`a list of links` : format === 'a table' ? t`a table` : productName(format)

/** As a heading of its own. */
export const helpName = (format: string): string =>
  format === 'links' ? t`Links` : format === 'a table' ? t`Any other table` : productName(format)

const productName = (format: string) => (format === 'Authenticator extension' ? t`Authenticator (browser extension)` : format)
