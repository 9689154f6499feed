import type { SourceFile } from './source-file.ts'

/** Applications that let no keys out, by the identifiers that phones and computers know them by. */
export const closedApps = {
  okta_verify: { name: 'Okta Verify', identifier: /com\.okta\.(?:android\.auth|mobile)(?![a-z])/i },
  salesforce_authenticator: { name: 'Salesforce Authenticator', identifier: /com\.salesforce\.authenticator(?![a-z])/i },
  zoho_oneauth: { name: 'Zoho OneAuth', identifier: /com\.zoho\.accounts\.oneauth(?![a-z])/i },
  sophos_authenticator: { name: 'Sophos Authenticator', identifier: /com\.sophos\.sophtoken(?![a-z])/i },
  sophos_intercept: { name: 'Sophos Intercept X', identifier: /com\.sophos\.smsec(?![a-z])/i },
  saaspass: { name: 'SAASPASS', identifier: /\bcom\.\w+\.saaspass(?![a-z])/i },
  step_two: { name: 'Step Two', identifier: /com\.neilsardesai\.step-?two/i },
  tofu: { name: 'Tofu', identifier: /com\.calleerlandsson\.tofu/i },
} as const

/** Codes that a service shows for one application alone, which then fetches or makes the key itself. */
export const activationCodes = {
  okta_activation: { name: 'Okta Verify', scheme: /^oktaverify:\/\//i },
  microsoft_activation: { name: 'Microsoft Authenticator', scheme: /^phonefactor:\/\//i },
  duo_activation: { name: 'Duo Mobile', scheme: /^duo:\/\//i },
  entrust_activation: { name: 'Entrust Identity', scheme: /^igmobileotp:\/\//i },
} as const

export type ClosedApp = keyof typeof closedApps
export type ActivationCode = keyof typeof activationCodes

/** What an application keeps for itself: settings of Android and Apple, or a database. Never an export that only mentions the application. */
const isStorage = ({ bytes, database, text = '' }: SourceFile) =>
  database !== undefined || toStart(bytes) === 'bplist' || /^\s*<\?xml[^>]*>\s*(?:<!DOCTYPE plist|<map\b)/i.test(text)

const toStart = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 6))

export const isDataOf = (app: ClosedApp) => (file: SourceFile) => {
  const { identifier } = closedApps[app]
  if (!isStorage(file)) return false
  return identifier.test(file.name) || identifier.test(file.text ?? new TextDecoder('latin1').decode(file.bytes))
}

/** A list that has other links too is read as one. */
export const isActivation =
  (code: ActivationCode) =>
  ({ text = '' }: SourceFile) =>
    activationCodes[code].scheme.test(text.trim()) && !/^\s*otpauth(?:-migration)?:/im.test(text)
