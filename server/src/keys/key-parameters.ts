import { randomBytes } from 'node:crypto'
import type { CallParts } from '@twofold/contract/endpoint'
import { encodeBase32 } from '@twofold/contract/base32'
import type { addKey, editKey } from '@twofold/contract/keys'
import {
  type KeyParameters,
  otpauthDefaults,
  type OtpauthFailure,
  parseOtpauth,
  parseSecretText,
  steamParameters,
} from '@twofold/contract/otpauth'
import { type Complaint, type Complaints, complain } from '../platform/complaint.ts'
import { checkAll, fail, failField } from '../platform/fail.ts'

export type AddKeyBody = CallParts<typeof addKey>['body']

export interface ResolvedKey {
  parameters: KeyParameters
  /** A generated secret, which the answer must show once. */
  isGenerated: boolean
}

/** 160 bits: what RFC 4226 §4 recommends. */
const generatedSecretBytes = 20

/** The typed, pasted or empty input as a complete set of parameters. */
export async function resolveKey(body: Omit<AddKeyBody, 'name'>): Promise<ResolvedKey> {
  if (body.uri !== undefined) return { parameters: fromUri(body, body.uri), isGenerated: false }
  const typed = body.secret?.trim() ?? ''
  if (/^otpauth:/i.test(typed)) return { parameters: fromUri({ ...body, secret: undefined }, typed), isGenerated: false }
  const isGenerated = typed === ''
  await checkAll(
    () => isGenerated || readSecret(typed),
    () => refuseUnfitting(body, body.type ?? 'totp'),
  )
  const secret = isGenerated ? encodeBase32(randomBytes(generatedSecretBytes)) : readSecret(typed)
  return { parameters: fromFields(body, secret), isGenerated }
}

const secretErrors = {
  secret_invalid: 'keys.secret_invalid',
  secret_too_short: 'keys.secret_too_short',
  secret_too_long: 'keys.secret_too_long',
  // Separators alone, such as a dash: what is empty asks for a generated secret.
  secret_missing: 'keys.secret_too_short',
} as const

function readSecret(typed: string): string {
  const result = parseSecretText(typed)
  if (!result.ok) throw failField(secretErrors[result.failure.code], 'secret')
  return result.secret
}

function fromFields(body: Omit<AddKeyBody, 'name'>, secret: string): KeyParameters {
  const kind = body.type ?? 'totp'
  const defaults = kind === 'steam' ? steamParameters : otpauthDefaults
  return {
    kind,
    secret,
    ...named('issuer', body.issuer),
    ...named('account', body.account),
    algorithm: body.algorithm ?? defaults.algorithm,
    digits: body.digits ?? defaults.digits,
    period: kind === 'hotp' ? null : (body.period ?? defaults.period),
    counter: kind === 'hotp' ? (body.counter ?? 0) : null,
  }
}

type Settings = Pick<AddKeyBody, 'algorithm' | 'digits' | 'period' | 'counter'> & Pick<CallParts<typeof editKey>['body'], 'exclusive'>

/** A parameter that the kind does not have would be dropped in silence, and the codes be wrong. */
export function refuseUnfitting(body: Settings, kind: KeyParameters['kind']) {
  const errors: Complaints = {}
  if (kind === 'hotp' && body.period !== undefined) errors['period'] = [complain('complaint.hotp_period')]
  if (kind === 'hotp' && body.exclusive === true) errors['exclusive'] = [complain('complaint.hotp_exclusive')]
  if (kind !== 'hotp' && body.counter !== undefined) errors['counter'] = [complain('complaint.counter_unfit')]
  if (kind === 'steam') {
    for (const name of ['algorithm', 'digits', 'period'] as const) {
      if (body[name] !== undefined && body[name] !== steamParameters[name])
        errors[name] = [complain('complaint.steam', { value: steamParameters[name] })]
    }
  }
  if (Object.keys(errors).length > 0) throw fail('request.invalid', { errors })
}

/** A link says everything about its key; only what names it may be changed beside it. */
function fromUri(body: Omit<AddKeyBody, 'name'>, uri: string): KeyParameters {
  const besides = (['secret', 'type', 'algorithm', 'digits', 'period', 'counter'] as const).filter((name) => body[name] !== undefined)
  if (besides.length > 0) {
    throw fail('request.invalid', { errors: Object.fromEntries(besides.map((name) => [name, [complain('complaint.uri_says_it')]])) })
  }
  const result = parseOtpauth(uri)
  if (!result.ok) throw fail('keys.uri_invalid', { errors: { uri: [explain(result.failure)] } })
  return { ...result.parameters, ...named('issuer', body.issuer), ...named('account', body.account) }
}

function explain(failure: OtpauthFailure): Complaint {
  switch (failure.code) {
    case 'not_otpauth':
      return complain('complaint.uri_other')
    case 'too_long':
      return complain('complaint.uri_long')
    case 'unknown_kind':
      return complain('complaint.uri_kind')
    case 'secret_missing':
      return complain('complaint.uri_no_secret')
    case 'secret_too_short':
      return complain('complaint.uri_secret_short')
    case 'secret_too_long':
      return complain('complaint.uri_secret_long')
    case 'secret_invalid':
      return complain('complaint.uri_secret_invalid')
    case 'parameter_invalid':
      return complain('complaint.uri_parameter', { parameter: failure.parameter })
  }
}

function named<Name extends 'issuer' | 'account'>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined || value === '' ? {} : ({ [name]: value } as Record<Name, string>)
}
