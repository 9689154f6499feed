import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { said } from './said.ts'
import { label, requiredName } from './text-fields.ts'
import { accessToken, bindings, daysUpTo, madeToken, rotateTokenBody, tokenLimits, tokenName } from './tokens.ts'

const endpoint = taggedEndpoint('Programs')

export const serviceAccountLimits = { perGroup: 50, nameMax: 60, descriptionMax: 300 } as const

const nameField = requiredName(serviceAccountLimits.nameMax, 'This contains characters that are not allowed')
const descriptionField = label(serviceAccountLimits.descriptionMax)

/** Reason of a service account's suspension. */
export const suspendedBecause = z.enum(['manager', 'administrator', 'unused', 'denials'])

export const serviceAccount = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The group that it belongs to and stays when members leave. */
  group: z.object({ id: z.string(), name: z.string() }),
  created_at: z.string(),
  suspended: z.nullable(z.object({ at: z.string(), because: suspendedBecause })),
  /** People who can make tokens for it. */
  managers: z.number(),
  /** Live ones. */
  tokens: z.number(),
  /** Keys that it takes codes of, and those that wait for a manager. */
  keys: z.number(),
  keys_waiting: z.number(),
  last_used_at: z.nullable(z.string()),
})
export type ServiceAccount = z.infer<typeof serviceAccount>

export const listServiceAccounts = endpoint('GET /service-accounts', {
  summary: 'List service accounts that you manage',
  response: z.object({ data: z.array(serviceAccount) }),
})

export const addServiceAccount = endpoint('POST /service-accounts', {
  summary: 'Create a service account for a group whose service accounts you manage',
  status: 201,
  idempotent: true,
  body: z.strictObject({ group_id: z.uuid(), name: nameField, description: z._default(descriptionField, '') }),
  errors: ['groups.not_found', 'service_accounts.limit_reached', 'service_accounts.not_found'],
  response: z.object({ service_account: serviceAccount, ...said }),
})

export const getServiceAccount = endpoint('GET /service-accounts/{id}', {
  summary: 'Get a service account and its managers',
  errors: ['service_accounts.not_found'],
  response: z.object({
    service_account: serviceAccount,
    managers: z.array(z.object({ name: z.string(), is_owner: z.boolean() })),
  }),
})

export const editServiceAccount = endpoint('PATCH /service-accounts/{id}', {
  summary: 'Change the name or description of a service account',
  body: z.strictObject({ name: z.optional(nameField), description: z.optional(descriptionField) }),
  errors: ['service_accounts.not_found'],
  response: z.object({ service_account: serviceAccount, ...said }),
})

export const deleteServiceAccount = endpoint('DELETE /service-accounts/{id}', {
  summary: 'Delete a service account; its tokens and what is shared with it end at once',
  errors: ['service_accounts.not_found'],
})

export const suspendServiceAccount = endpoint('POST /service-accounts/{id}/suspend', {
  summary: 'Suspend a service account; its tokens are refused until it is resumed',
  errors: ['service_accounts.not_found'],
})

export const resumeServiceAccount = endpoint('POST /service-accounts/{id}/resume', {
  summary: 'Resume a suspended service account',
  errors: ['service_accounts.administrator_only', 'service_accounts.not_found'],
})

export const listServiceAccountTokens = endpoint('GET /service-accounts/{id}/tokens', {
  summary: 'List the tokens of a service account that are live or expired within 30 days',
  errors: ['service_accounts.not_found'],
  response: z.object({ data: z.array(accessToken) }),
})

export const createServiceAccountToken = endpoint('POST /service-accounts/{id}/tokens', {
  summary: 'Create a token for a service account. Needs the PIN; the owners of its keys are notified',
  status: 201,
  idempotent: true,
  body: z.strictObject({ name: tokenName, expires_in_days: daysUpTo(tokenLimits.serviceAccountDays), ...bindings }),
  errors: [
    'service_accounts.not_found',
    'service_accounts.suspended',
    'tokens.key_unknown',
    'tokens.limit_reached',
    'tokens.network_invalid',
  ],
  response: madeToken,
})

export const rotateServiceAccountToken = endpoint('POST /service-accounts/{id}/tokens/{token_id}/rotate', {
  summary: 'Rotate a token; the old one ends after the overlap. Needs the PIN',
  status: 201,
  idempotent: true,
  body: rotateTokenBody,
  errors: ['service_accounts.not_found', 'service_accounts.suspended', 'tokens.ended', 'tokens.limit_reached', 'tokens.not_found'],
  response: madeToken,
})

export const revokeServiceAccountToken = endpoint('DELETE /service-accounts/{id}/tokens/{token_id}', {
  summary: 'Revoke a token of a service account at once',
  errors: ['service_accounts.not_found', 'tokens.not_found'],
})

/** Approval required before a service account gets a code: none, by a person each time, or once per run. */
export const takeApproval = z.enum(['none', 'each', 'per_run'])
export type TakeApproval = z.infer<typeof takeApproval>

export const serviceAccountShare = z.object({
  id: z.string(),
  key: z.object({ id: z.string(), name: z.string(), owner: z.object({ name: z.string() }) }),
  approval: takeApproval,
  four_eyes: z.boolean(),
  is_accepted: z.boolean(),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
})
export type ServiceAccountShare = z.infer<typeof serviceAccountShare>

export const listServiceAccountShares = endpoint('GET /service-accounts/{id}/shares', {
  summary: 'List the keys of a service account, those that wait for a manager first',
  errors: ['service_accounts.not_found'],
  response: z.object({ data: z.array(serviceAccountShare) }),
})

export const acceptServiceAccountShare = endpoint('POST /service-accounts/{id}/shares/{share_id}/accept', {
  summary: 'Accept a key for a service account',
  errors: ['service_accounts.not_found', 'service_accounts.share_not_found'],
})

export const declineServiceAccountShare = endpoint('POST /service-accounts/{id}/shares/{share_id}/decline', {
  summary: 'Decline a pending key, or give one back',
  errors: ['service_accounts.not_found', 'service_accounts.share_not_found'],
})
