import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

const endpoint = taggedEndpoint('Programs')

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'
export const subjectTokenTypes: readonly string[] = ['urn:ietf:params:oauth:token-type:id_token', 'urn:ietf:params:oauth:token-type:jwt']

/** Characters of a token that is exchanged. */
export const subjectTokenMax = 16 * 1024

const parameter = (longest = 500) => z.optional(z.string().check(z.minLength(1), z.maxLength(longest)))

/** Parameters of every grant; each grant says which of them it needs. */
export const issueToken = endpoint('POST /oauth/token', {
  summary: 'Exchange a workload’s token (RFC 8693) or an approved device sign-in (RFC 8628) for an access token. Errors follow RFC 6749',
  takesForm: true,
  body: z.strictObject({
    grant_type: z.string().check(z.minLength(1), z.maxLength(200)),
    device_code: parameter(200),
    subject_token: parameter(subjectTokenMax),
    subject_token_type: parameter(),
    requested_token_type: parameter(),
    audience: parameter(),
    resource: parameter(),
    scope: parameter(),
    client_id: parameter(),
  }),
  errors: [
    'oauth.access_denied',
    'oauth.authorization_pending',
    'oauth.expired_token',
    'oauth.invalid_grant',
    'oauth.missing_parameter',
    'oauth.slow_down',
    'oauth.unsupported_grant_type',
    'workload.issuer_unreachable',
    'workload.replayed',
  ],
  response: z.object({
    access_token: z.string(),
    issued_token_type: z.optional(z.string()),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.number(),
    scope: z.optional(z.string()),
  }),
})

/** RFC 6749 names of errors whose own code does not contain the name. */
const oauthErrors: Partial<Record<ErrorCode, string>> = {
  'oauth.missing_parameter': 'invalid_request',
  'workload.replayed': 'invalid_grant',
  'workload.issuer_unreachable': 'temporarily_unavailable',
  'rate.limited': 'slow_down',
  'server.unavailable': 'temporarily_unavailable',
  'maintenance.active': 'temporarily_unavailable',
  'server.failed': 'server_error',
}

/** OAuth name of an error of a call that takes forms, in addition to our own code. */
export const oauthErrorOf = (code: ErrorCode): string =>
  oauthErrors[code] ?? (code.startsWith('oauth.') ? code.slice('oauth.'.length) : 'invalid_request')
