import { decodeBase32, encodeBase32 } from './base32.ts'
import type { HashAlgorithm, KeyKind } from './keys.ts'
import { limits } from './limits.ts'
import { holdsKeyLink } from './holds-key-link.ts'
import { hasNoControlCharacters } from './control-characters.ts'
import { withoutHiddenCharacters } from './without-hidden-characters.ts'

/** Everything that decides which codes a key shows, and what it is called elsewhere. */
export interface KeyParameters {
  kind: KeyKind
  /** Base32, upper case, without padding. */
  secret: string
  issuer?: string
  account?: string
  algorithm: HashAlgorithm
  digits: number
  /** Seconds; null for counter-based keys. */
  period: number | null
  /** The counter of the next code; null for time-based keys. */
  counter: number | null
}

/** Parameters that determine a key's codes, in addition to the secret. */
export type CodeSettings = Pick<KeyParameters, 'kind' | 'algorithm' | 'digits' | 'period' | 'counter'>

export type OtpauthParameter = 'issuer' | 'account' | 'algorithm' | 'digits' | 'period' | 'counter' | 'encoder' | 'secret'

/** `secret_invalid`: a letter of it is not Base32. `secret_too_short`: its letters hold no whole byte. */
export type SecretFailure = { code: 'secret_missing' | 'secret_too_short' | 'secret_too_long' | 'secret_invalid' }

export type OtpauthFailure =
  | { code: 'not_otpauth' }
  | { code: 'too_long' }
  | { code: 'unknown_kind' }
  | SecretFailure
  /** A value that we do not understand is refused: a default in its place would yield wrong codes in silence. */
  | { code: 'parameter_invalid'; parameter: OtpauthParameter }

export type SecretResult = { ok: true; secret: string } | { ok: false; failure: SecretFailure }
export type OtpauthResult = { ok: true; parameters: KeyParameters } | { ok: false; failure: OtpauthFailure }

/** Defaults of the key URI format for omitted parameters. */
export const otpauthDefaults = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Steam Guard knows no other codes than these. */
export const steamParameters = { algorithm: 'SHA1', digits: 5, period: 30 } as const

/** Checks and normalizes a secret that was typed, pasted or scanned as bare text. */
export function parseSecretText(text: string): SecretResult {
  const bytes = decodeBase32(text)
  if (bytes === undefined) return { ok: false, failure: { code: 'secret_invalid' } }
  if (bytes.length === 0) return { ok: false, failure: { code: /[a-z2-7]/i.test(text) ? 'secret_too_short' : 'secret_missing' } }
  const secret = encodeBase32(bytes)
  return secret.length > limits.secretTextMax ? { ok: false, failure: { code: 'secret_too_long' } } : { ok: true, secret }
}

/**
 * Reads an `otpauth://` link, after the key URI format of Google Authenticator:
 * https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function parseOtpauth(text: string): OtpauthResult {
  const uri = text.trim()
  if (uri.length > limits.otpauthUriMax) return failed({ code: 'too_long' })
  // Not `new URL`, which treats unknown schemes differently from engine to engine. `#` counts as text: a link with an unescaped one in its issuer
  // would otherwise lose its parameters.
  const parts = /^otpauth:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/is.exec(uri)
  if (parts === null) return failed({ code: 'not_otpauth' })
  const [, kindText = '', labelText = '', queryText = ''] = parts

  const query = splitQuery(queryText)
  if (typeof query === 'string') return invalid(query)
  const named = readKind(kindText, query)
  if (named === undefined) return failed({ code: 'unknown_kind' })
  if (named === 'encoder') return invalid('encoder')

  const secret = parseSecretText(query.get('secret') ?? '')
  if (!secret.ok) return secret
  const names = readNames(labelText, query.get('issuer'))
  if (typeof names === 'string') return invalid(names)
  const kind = named === 'totp' && isSteamIssuer(names.issuer) && typeof readSettings('steam', query) === 'object' ? 'steam' : named
  const settings = readSettings(kind, query)
  if (typeof settings === 'string') return invalid(settings)

  return { ok: true, parameters: { kind, secret: secret.secret, ...names, ...settings } }
}

/** Writes the link that `parseOtpauth` reads back unchanged. Defaults are written out, so that no reader has to know them. */
export function formatOtpauth(parameters: KeyParameters): string {
  const { kind, secret, issuer = '', account = '', algorithm, digits, period, counter } = parameters
  // The separator stays even when one side is empty, if a colon inside the account could be taken for it.
  const label = issuer === '' && !account.includes(':') ? encode(account) : `${encode(issuer)}:${encode(account)}`
  const query = [
    `secret=${secret}`,
    ...(issuer === '' ? [] : [`issuer=${encode(issuer)}`]),
    `algorithm=${algorithm}`,
    `digits=${digits}`,
    ...(period === null ? [] : [`period=${period}`]),
    ...(counter === null ? [] : [`counter=${counter}`]),
  ]
  return `otpauth://${kind}/${label}?${query.join('&')}`
}

function failed(failure: OtpauthFailure): OtpauthResult {
  return { ok: false, failure }
}

function invalid(parameter: OtpauthParameter): OtpauthResult {
  return failed({ code: 'parameter_invalid', parameter })
}

/**
 * A `+` is a space, as in the queries of forms, which is how most applications write their links; a plus is `%2B`. The name of a parameter
 * that appears twice comes back instead: which of the two counts differs between readers.
 */
function splitQuery(text: string): Map<string, string> | OtpauthParameter {
  const query = new Map<string, string>()
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at)).toLowerCase()
    if (query.has(name) && isKnown(name)) return name
    query.set(name, at < 0 ? '' : decode(pair.slice(at + 1).replaceAll('+', ' ')))
  }
  return query
}

function isKnown(name: string): name is OtpauthParameter {
  return ['issuer', 'algorithm', 'digits', 'period', 'counter', 'encoder', 'secret'].includes(name)
}

/** Steam keys are written as a kind of their own, or as TOTP with an encoder, or with a bare `steam` as Stratum does where the issuer is another. */
function readKind(text: string, query: Map<string, string>): KeyKind | 'encoder' | undefined {
  const kind = text.toLowerCase()
  if (kind !== 'totp' && kind !== 'hotp' && kind !== 'steam') return undefined
  const encoder = query.get('encoder') ?? (query.has('steam') ? 'steam' : undefined)
  if (encoder === undefined) return kind
  return encoder.toLowerCase() === 'steam' && kind !== 'hotp' ? 'steam' : 'encoder'
}

/**
 * Applications without a kind of their own for Steam write its keys as TOTP, and Steam accepts no other codes than its own. A link that says
 * what Steam never has, such as 8 digits, belongs to somebody else of that name.
 */
const isSteamIssuer = (issuer: string | undefined) => issuer?.toLowerCase() === 'steam'

/** The label is `account` or `issuer:account`; the issuer parameter wins over the prefix. */
function readNames(label: string, issuerParameter: string | undefined): Pick<KeyParameters, 'issuer' | 'account'> | OtpauthParameter {
  const [prefix, rest] = splitLabel(label, issuerParameter)
  // Names in a QR code or file cannot be retyped.
  const issuer = withoutHiddenCharacters(issuerParameter ?? '') || withoutHiddenCharacters(prefix)
  const account = withoutHiddenCharacters(rest)
  if (!isName(issuer)) return 'issuer'
  if (!isName(account)) return 'account'
  return { ...(issuer === '' ? {} : { issuer }), ...(account === '' ? {} : { account }) }
}

/**
 * The issuer parameter separates where the label begins with it, otherwise a bare colon. Writers that escape the whole label leave only `%3A`, which
 * then separates too, unless an issuer parameter shows that it belongs to the account.
 */
function splitLabel(label: string, issuerParameter = ''): [string, string] {
  const text = decode(label)
  const prefix = `${issuerParameter.trim()}:`
  if (prefix !== ':' && text.startsWith(prefix)) return [issuerParameter, text.slice(prefix.length)]
  const bare = label.indexOf(':')
  if (bare >= 0) return [decode(label.slice(0, bare)), decode(label.slice(bare + 1))]
  const escaped = text.indexOf(':')
  return escaped < 0 || prefix !== ':' ? ['', text] : [text.slice(0, escaped), text.slice(escaped + 1)]
}

function isName(text: string): boolean {
  return text.length <= limits.keyAccountMax && hasNoControlCharacters(text) && !holdsKeyLink(text)
}

type Settings = Pick<KeyParameters, 'algorithm' | 'digits' | 'period' | 'counter'>

/** The name of the first parameter that makes no sense comes back instead. */
function readSettings(kind: KeyKind, query: Map<string, string>): Settings | OtpauthParameter {
  const defaults = kind === 'steam' ? steamParameters : otpauthDefaults
  const algorithm = readAlgorithm(query.get('algorithm') ?? defaults.algorithm)
  if (algorithm === undefined) return 'algorithm'
  const digits = readNumber(query.get('digits') ?? String(defaults.digits), limits.digitsMin, limits.digitsMax)
  if (digits === undefined) return 'digits'
  if (kind === 'hotp') {
    const counter = readNumber(query.get('counter') ?? '0', 0, Number.MAX_SAFE_INTEGER)
    return counter === undefined ? 'counter' : { algorithm, digits, period: null, counter }
  }
  const period = readNumber(query.get('period') ?? String(defaults.period), 1, limits.periodMaxSeconds)
  if (period === undefined) return 'period'
  if (kind === 'steam') return readSteamSettings({ algorithm, digits, period })
  return { algorithm, digits, period, counter: null }
}

/** Steam's settings for what a writer says; the name of the first that Steam never has otherwise. Six digits are what applications write that do not know Steam's; its codes have five letters all the same. */
export function readSteamSettings({
  algorithm,
  digits,
  period,
}: Pick<Settings, 'algorithm' | 'digits' | 'period'>): Settings | 'algorithm' | 'digits' | 'period' {
  if (algorithm !== steamParameters.algorithm) return 'algorithm'
  if (digits !== steamParameters.digits && digits !== otpauthDefaults.digits) return 'digits'
  if (period !== steamParameters.period) return 'period'
  return { ...steamParameters, counter: null }
}

function readAlgorithm(text: string): HashAlgorithm | undefined {
  const size = /^(?:hmac-?)?sha-?(1|256|512)$/i.exec(text.trim())?.[1]
  return size === '1' ? 'SHA1' : size === '256' ? 'SHA256' : size === '512' ? 'SHA512' : undefined
}

function readNumber(text: string, least: number, most: number): number | undefined {
  if (!/^\d+$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}

/** Invalid escapes are kept verbatim: a label such as `50% off` should not fail. */
function decode(text: string): string {
  return text
    .replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes)
      } catch {
        return escapes
      }
    })
    .toWellFormed()
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
