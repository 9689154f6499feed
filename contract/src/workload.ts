import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { readPublicKeys } from './public-keys.ts'
import { said } from './said.ts'
import { label } from './text-fields.ts'
import { hasNoControlCharacters } from './control-characters.ts'
import { isStorable } from './hidden-characters.ts'

const endpoint = taggedEndpoint('Programs')

export const workloadLimits = {
  issuers: 20,
  trustsPerAccount: 20,
  claims: 20,
  valuesPerClaim: 20,
  /** Characters of a value that a rule asks for. */
  valueMax: 500,
  jwksMax: 50_000,
  /** Codes that one exchanged token may take. */
  takes: 10,
  /** Minutes for which an exchanged token opens. */
  minutes: { least: 5, usual: 15, most: 60 },
  /** Refused exchanges of an account that are kept, and hours for which they are. */
  refusedKept: 10,
  refusedHours: 24,
} as const

/** `keys`: an issuer that this server cannot reach, whose keys were pasted. */
export const issuerKind = z.enum(['github', 'github_enterprise', 'gitlab', 'url', 'keys'])
export type IssuerKind = z.infer<typeof issuerKind>

export const githubIssuer = 'https://token.actions.githubusercontent.com'

const addressRule = 'Please enter an address that begins with https://, without a password and without a question mark'
/** HTTPS, or HTTP to this machine. Compared with `iss` letter by letter, so it stays as it was typed. */
const issuerUrl = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500),
    z.refine(hasNoControlCharacters, addressRule),
    z.refine(isStorable, addressRule),
    z.regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/|$))/i, addressRule),
    z.regex(/^https?:\/\/[^/?#@\\\s]+(\/[^?#\\\s]*)?$/i, addressRule),
  )

const hostName = z.string().check(z.trim(), z.maxLength(253), z.regex(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'Please enter a host name'))

interface NewIssuer {
  kind: IssuerKind
  issuer?: string | undefined
  jwks?: string | undefined
}

/** github.com has one issuer, and one for each enterprise below it. */
const isOfItsKind = ({ kind, issuer }: NewIssuer) =>
  kind === 'github' ? issuer === undefined || issuer === githubIssuer || issuer.startsWith(`${githubIssuer}/`) : issuer !== undefined

const hasItsKeys = ({ kind, jwks }: NewIssuer) =>
  kind === 'keys' ? jwks !== undefined && readPublicKeys(jwks) !== undefined : jwks === undefined

export const workloadIssuer = z.object({
  id: z.string(),
  name: z.string(),
  kind: issuerKind,
  issuer: z.string(),
  jwks_host: z.nullable(z.string()),
  /** Rules of service accounts that ask for its tokens. */
  trusts: z.number(),
  /** Of each pasted key, by RFC 7638. */
  thumbprints: z.array(z.string()),
  /** Last fetch of its keys; null: not yet, or they were pasted. */
  keys_fetched_at: z.nullable(z.string()),
  created_at: z.string(),
})
export type WorkloadIssuer = z.infer<typeof workloadIssuer>

const name = label(100).check(z.minLength(1, 'Name is required'))

export const listIssuers = endpoint('GET /admin/workload/issuers', {
  summary: 'List issuers whose tokens workloads may exchange',
  response: z.object({ data: z.array(workloadIssuer) }),
})

export const addIssuer = endpoint('POST /admin/workload/issuers', {
  summary: 'Trust an issuer of workload tokens; a second administrator approves first',
  status: 201,
  body: z
    .strictObject({
      name,
      kind: issuerKind,
      /** Absent for github.com. */
      issuer: z.optional(issuerUrl),
      /** Host of its keys, if it is not its own. */
      jwks_host: z.optional(z.nullable(hostName)),
      /** A JSON Web Key Set as text, for `keys`. */
      jwks: z.optional(z.string().check(z.maxLength(workloadLimits.jwksMax))),
    })
    .check(
      z.refine(isOfItsKind, { path: ['issuer'], error: 'Please enter the address of the issuer' }),
      z.refine(hasItsKeys, { path: ['jwks'], error: 'Please paste a JSON Web Key Set with public keys only' }),
    ),
  errors: ['workload.issuer_exists', 'workload.issuers_limit'],
  response: z.object({ issuer: workloadIssuer, ...said }),
})

export const deleteIssuer = endpoint('DELETE /admin/workload/issuers/{id}', {
  summary: 'Stop trusting an issuer; its trusts and the tokens exchanged through them end at once',
  errors: ['workload.issuer_not_found'],
})

/** Claim → the values it may have. `*` may end a value of `ref` and `environment`. */
export const trustRules = z.record(
  z.string().check(z.maxLength(100), z.regex(/^[A-Za-z0-9_.:/-]+$/, 'Letters, digits and _ . : / - only')),
  z
    .array(
      z
        .string()
        .check(
          z.minLength(1, 'A value cannot be empty'),
          z.maxLength(workloadLimits.valueMax),
          z.refine(hasNoControlCharacters),
          z.refine(isStorable),
        ),
    )
    .check(z.minLength(1, 'A claim needs a value'), z.maxLength(workloadLimits.valuesPerClaim)),
)
export type TrustRules = z.infer<typeof trustRules>

/** Verified facts of a workload's run. */
export const workloadRun = z.object({ url: z.nullable(z.string()), claims: z.record(z.string(), z.string()) })
export type WorkloadRun = z.infer<typeof workloadRun>

export const trust = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.object({ id: z.string(), name: z.string(), kind: issuerKind }),
  rules: trustRules,
  minutes: z.number(),
  created_at: z.string(),
  created_by: z.nullable(z.string()),
  /** Time from which it admits no runs unless a manager saves it again: its creator no longer manages the account. */
  ends_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
  last_run: z.nullable(workloadRun),
})
export type Trust = z.infer<typeof trust>

export const listTrusts = endpoint('GET /service-accounts/{id}/trusts', {
  summary: 'List which workloads may act as a service account without a stored token, the available issuers, and the audience to request',
  errors: ['service_accounts.not_found'],
  response: z.object({
    data: z.array(trust),
    issuers: z.array(z.object({ id: z.string(), name: z.string(), kind: issuerKind })),
    audience: z.string(),
  }),
})

const minutes = z.int().check(z.minimum(workloadLimits.minutes.least), z.maximum(workloadLimits.minutes.most))

export const addTrust = endpoint('POST /service-accounts/{id}/trusts', {
  summary: 'Let workloads with matching claims act as a service account. Needs the PIN; the owners of its keys are notified',
  status: 201,
  idempotent: true,
  body: z.strictObject({ name, issuer_id: z.uuid(), rules: trustRules, minutes: z._default(minutes, workloadLimits.minutes.usual) }),
  errors: [
    'service_accounts.not_found',
    'workload.anchors_missing',
    'workload.claims_limit',
    'workload.issuer_unknown',
    'workload.trust_not_found',
    'workload.trusts_limit',
    'workload.wildcard',
  ],
  response: z.object({ trust, ...said }),
})

export const editTrust = endpoint('PATCH /service-accounts/{id}/trusts/{trust_id}', {
  summary: 'Change which claims a workload needs. Needs the PIN; the owners of its keys are notified',
  body: z.strictObject({ name: z.optional(name), rules: z.optional(trustRules), minutes: z.optional(minutes) }),
  errors: [
    'service_accounts.not_found',
    'workload.anchors_missing',
    'workload.claims_limit',
    'workload.trust_not_found',
    'workload.wildcard',
  ],
  response: z.object({ trust, ...said }),
})

export const deleteTrust = endpoint('DELETE /service-accounts/{id}/trusts/{trust_id}', {
  summary: 'Delete a trust; the tokens exchanged through it end at once',
  errors: ['service_accounts.not_found', 'workload.trust_not_found'],
})

/** `no_rule`: nothing asks for such claims. `event`: started by what somebody outside can cause. `time`: too old, or not valid yet. */
export const refusalReason = z.enum(['no_rule', 'event', 'time', 'replayed', 'suspended'])
export type RefusalReason = z.infer<typeof refusalReason>

export const refusedExchange = z.object({
  id: z.string(),
  issuer: z.object({ id: z.string(), name: z.string(), kind: issuerKind }),
  reason: refusalReason,
  /** Verified claims, as text. */
  claims: z.record(z.string(), z.string()),
  address: z.string(),
  refused_at: z.string(),
  /** Rules of a trust that would admit this run. */
  suggestion: trustRules,
})
export type RefusedExchange = z.infer<typeof refusedExchange>

export const listRefused = endpoint('GET /service-accounts/{id}/refused', {
  summary: 'List exchanges for a service account refused within 24 hours, with their verified claims and a rule that would allow them',
  errors: ['service_accounts.not_found'],
  response: z.object({ data: z.array(refusedExchange) }),
})
