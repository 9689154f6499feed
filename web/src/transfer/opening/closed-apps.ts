import type { OpenedFile } from './opened-file.ts'

/** Applications that let no keys out, by the identifiers that phones and computers know them by. */
export const closedApps = {
  authy: { name: 'Authy', identifier: /com\.authy\.authy(?![a-z])/i },
  microsoft_storage: {
    name: 'Microsoft Authenticator',
    identifier: /com\.(?:azure\.authenticator|microsoft\.azureauthenticator)(?![a-z])/i,
  },
  duo_mobile: { name: 'Duo Mobile', identifier: /com\.duosecurity\.duomobile(?![a-z])/i },
  entrust_identity: { name: 'Entrust Identity', identifier: /com\.entrust\.identityguard\.mobile/i },
  symantec_vip: { name: 'Symantec VIP Access', identifier: /com\.verisign\.mvip\.main|com\.symantec\.vip(?![a-z])/i },
  rsa_authenticator: { name: 'RSA Authenticator', identifier: /com\.rsa\.securid(?![a-z])/i },
  ibm_verify: { name: 'IBM Verify', identifier: /com\.ibm\.(?:security\.verifyapp|verify)(?![a-z])/i },
  ping_id: { name: 'PingID', identifier: /com\.pingidentity\.pingid(?![a-z])/i },
  oracle_authenticator: { name: 'Oracle Mobile Authenticator', identifier: /oracle\.idm\.mobile\.authenticator/i },
  forti_token: { name: 'FortiToken Mobile', identifier: /com\.fortinet\.(?:android\.ftm|fortitoken)/i },
  watchguard_authpoint: { name: 'WatchGuard AuthPoint', identifier: /com\.watchguard\.authpoint(?![a-z])/i },
  yandex_key: { name: 'Yandex Key', identifier: /ru\.yandex\.(?:key|mobile\.keyapp)(?![a-z])/i },
  okta_verify: { name: 'Okta Verify', identifier: /com\.okta\.(?:android\.auth|mobile)(?![a-z])/i },
  salesforce_authenticator: { name: 'Salesforce Authenticator', identifier: /com\.salesforce\.authenticator(?![a-z])/i },
  zoho_oneauth: { name: 'Zoho OneAuth', identifier: /com\.zoho\.accounts\.oneauth(?![a-z])/i },
  sophos_authenticator: { name: 'Sophos Authenticator', identifier: /com\.sophos\.sophtoken(?![a-z])/i },
  sophos_intercept: { name: 'Sophos Intercept X', identifier: /com\.sophos\.smsec(?![a-z])/i },
  saaspass: { name: 'SAASPASS', identifier: /\bcom\.\w+\.saaspass(?![a-z])/i },
  step_two: { name: 'Step Two', identifier: /com\.neilsardesai\.step-?two/i },
  tofu: { name: 'Tofu', identifier: /com\.calleerlandsson\.tofu/i },
} as const

/** Applications that can export, of which somebody has what they store instead. */
export const exportingApps = {
  google_storage: { name: 'Google Authenticator', identifier: /com\.google\.(?:android\.apps\.authenticator2|authenticator)(?![a-z])/i },
  aegis_storage: { name: 'Aegis', identifier: /com\.beemdevelopment\.aegis(?![a-z])/i },
  twofas_storage: { name: '2FAS', identifier: /com\.twofasapp(?![a-z])|me\.hoteng\.twofas/i },
  ente_storage: { name: 'Ente Auth', identifier: /io\.ente\.auth(?![a-z])/i },
  proton_storage: { name: 'Proton Authenticator', identifier: /proton\.(?:android|ios)\.authenticator|me\.proton\.authenticator/i },
  raivo_storage: { name: 'Raivo', identifier: /com\.(?:finnwea\.raivo|raivo-otp)/i },
  lastpass_storage: { name: 'LastPass Authenticator', identifier: /com\.lastpass\.(?:lpauthenticator|authenticator)(?![a-z])/i },
  bitwarden_mobile: { name: 'Bitwarden', identifier: /com\.(?:x8bit\.bitwarden|8bit\.bitwarden|bitwarden\.authenticator)(?![a-z])/i },
} as const

/** Codes that a service shows for one application alone, which then fetches or makes the key itself. */
export const activationCodes = {
  okta_activation: { name: 'Okta Verify', scheme: /^oktaverify:\/\//i },
  microsoft_activation: { name: 'Microsoft Authenticator', scheme: /^phonefactor:\/\//i },
  duo_activation: { name: 'Duo Mobile', scheme: /^duo:\/\//i },
  entrust_activation: { name: 'Entrust Identity', scheme: /^igmobileotp:\/\//i },
} as const

export type ClosedApp = keyof typeof closedApps
export type ExportingApp = keyof typeof exportingApps
export type ActivationCode = keyof typeof activationCodes

/** An application's private storage: settings of Android and Apple, or a database. Never an export that only mentions the application. */
const isStorage = ({ bytes, database, text = '' }: OpenedFile) =>
  database !== undefined || toStart(bytes) === 'bplist' || /^\s*<\?xml[^>]*>\s*(?:<!DOCTYPE plist|<map\b)/i.test(text)

const toStart = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 6))

/** The owner of a private storage that no format matches. */
export function findStorage(file: OpenedFile): ClosedApp | ExportingApp | undefined {
  if (!isStorage(file)) return undefined
  const text = file.text ?? new TextDecoder('latin1').decode(file.bytes)
  const apps = [...namesIn(closedApps), ...namesIn(exportingApps)]
  return apps.find((app) => {
    const { identifier } = { ...closedApps, ...exportingApps }[app]
    return identifier.test(file.name) || identifier.test(text)
  })
}

const namesIn = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[]

/** A list that has other links too is read as one. */
export const isActivation =
  (code: ActivationCode) =>
  ({ text = '' }: OpenedFile) =>
    activationCodes[code].scheme.test(text.trim()) && !/^[^\S\r\n\u2028\u2029]*otpauth(?:-migration)?:/im.test(text)
