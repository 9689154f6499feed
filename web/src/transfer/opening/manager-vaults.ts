import { anyList, fieldsOf } from './json.ts'
import type { OpenedFile } from './opened-file.ts'

interface Vault {
  name: string
  detects: (file: OpenedFile) => boolean
}

const named =
  (pattern: RegExp) =>
  ({ name }: OpenedFile) =>
    pattern.test(name)
const isHex = (value: unknown, size: RegExp) => typeof value === 'string' && /^[0-9a-f]+$/.test(value) && size.test(value)
const begins = ({ bytes }: OpenedFile, start: string) => String.fromCharCode(...bytes.subarray(0, start.length)) === start

/** Password managers that can export, of which somebody has the vault as it is stored, or an encrypted copy that only they open. */
export const managerVaults = {
  lastpass_vault: { name: 'LastPass', detects: (file) => begins(file, 'LPAV') || /^TFBBV[g-v]/.test(file.text ?? '') },
  bitwarden_vault: {
    name: 'Bitwarden',
    // The settings of its desktop application, of new and of older versions.
    detects: ({ fields }) =>
      Object.keys(fields).some((name) => /^(?:global_account_accounts|user_[0-9a-f-]{36}_(?:ciphers|crypto|folder)_\w+)$/.test(name)) ||
      ('stateVersion' in fieldsOf(fields['global']) && 'authenticatedAccounts' in fields),
  },
  enpass_vault: { name: 'Enpass', detects: named(/\.enpass(?:db|dbsync|backup)$|^(?:walletx|vault)\.enpassdb/i) },
  roboform_vault: { name: 'RoboForm', detects: named(/\.(?:rfo|rfx|rfp|rft|rfn)$/i) },
  keeper_vault: {
    name: 'Keeper',
    detects: (file) =>
      named(/\.keeper$/i)(file) ||
      (/keeper/i.test(file.name) && (file.text === undefined || Object.keys(file.fields).some((name) => /^encrypted/i.test(name)))),
  },
  nordpass_vault: { name: 'NordPass', detects: (file) => /nordpass/i.test(file.name) && file.text === undefined },
  msecure_vault: { name: 'mSecure', detects: named(/\.(?:msim|mscb|msb|msecure\w*)$/i) },
  password_safe_vault: { name: 'Password Safe', detects: (file) => begins(file, 'PWS3') || named(/\.psafe3$/i)(file) },
  buttercup_vault: { name: 'Buttercup', detects: (file) => begins(file, 'b~>buttercup') || named(/\.bcup$/i)(file) },
  sticky_password_vault: { name: 'Sticky Password', detects: named(/\.spdb$/i) },
  kaspersky_vault: { name: 'Kaspersky Password Manager', detects: named(/\.edb$/i) },
  padloc_vault: {
    name: 'Padloc',
    detects: ({ name, fields }) => /\.pls$/i.test(name) || ['cipher', 'mode', 'salt', 'adata', 'ct'].every((field) => field in fields),
  },
  passky_vault: {
    name: 'Passky',
    detects: ({ fields }) => fields['encrypted'] === true && anyList(fields['passwords']).some((one) => 'website' in fieldsOf(one)),
  },
  otpclient_vault: { name: 'OTPClient', detects: named(/^otpclient-db.*\.enc$/i) },
  // An export with a password: a nonce and a text, both in hexadecimal.
  psono_vault: {
    name: 'Psono',
    detects: ({ fields }) => isHex(fields['nonce'], /^.{48}$/) && isHex(fields['text'], /^.{32}/),
  },
  safe_in_cloud_vault: { name: 'SafeInCloud', detects: ({ name, text }) => /^safe-?in-?cloud.*\.db$/i.test(name) && text === undefined },
} satisfies Record<string, Vault>

export type ManagerVault = keyof typeof managerVaults

export const isManagerVault = (failure: string): failure is ManagerVault => Object.hasOwn(managerVaults, failure)

/** Not for ZIP archives: an export of one of these may be in an archive of its name. */
export const findManagerVault = (file: OpenedFile): ManagerVault | undefined =>
  (Object.keys(managerVaults) as ManagerVault[]).find((vault) => managerVaults[vault].detects(file))
