import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { sentDescription, shownDescription } from './key-fields.ts'
import { sentSealed, shownSealed } from './sealed-fields.ts'
import { label, requiredName } from './text-fields.ts'
import { said } from './said.ts'

const endpoint = taggedEndpoint('Keys')

export const keyKind = z.enum(['totp', 'hotp', 'steam'])
export type KeyKind = z.infer<typeof keyKind>

export const hashAlgorithm = z.enum(['SHA1', 'SHA256', 'SHA512'])
export type HashAlgorithm = z.infer<typeof hashAlgorithm>

/** Level as an owner requests it; answers use another name. */
export const requestedPermission = z.enum(['admin', 'view'])
export type RequestedPermission = z.infer<typeof requestedPermission>

/** Permissions of a recipient. `view`: copy codes. `admin`: also edit the entry and see its secret with the own PIN. */
export const sharePermission = z.enum(['admin', 'view-only'])
export type SharePermission = z.infer<typeof sharePermission>

/** A key as lists show it: never with its secret. */
const keyFields = {
  id: z.string(),
  name: z.string(),
  /** The kind of key, under the name the older application gave it. */
  type: keyKind,
  issuer: z.nullable(z.string()),
  account: z.nullable(z.string()),
  algorithm: hashAlgorithm,
  digits: z.number(),
  period: z.nullable(z.number()),
  counter: z.nullable(z.number()),
  ...shownDescription,
  favourite: z.boolean(),
  /** Codes are only taken, so that each goes to one taker. Absent: they are shown. */
  exclusive: z.optional(z.boolean()),
  /** Version of its own icon, for `GET /keys/{id}/icon`. Absent: none. */
  icon: z.optional(z.string()),
  created_at: z.string(),
}

/** Additional facts in lists, for the reader. */
const listedFields = {
  ...keyFields,
  /** Last copy of a code by the reader; null: none within 30 days. */
  copied_at: z.nullable(z.string()),
  /** Groups of people that have the key: all of an own one, and of one of somebody else's those that the reader is in. Absent: none. */
  groups: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
}

export const ownKey = z.object({
  ...listedFields,
  /** People and addresses that have it now, members of groups included. */
  shared_with: z.number(),
})
export type OwnKey = z.infer<typeof ownKey>

export const sharedKey = z.object({
  ...listedFields,
  permission: sharePermission,
  shared_by: z.object({ name: z.string() }),
  /** End of the reader's longest access; null: no end. */
  expires_at: z.nullable(z.string()),
  /** The group it comes through; null when it was shared with the person alone. */
  group: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
export type SharedKey = z.infer<typeof sharedKey>

export const listKeys = endpoint('GET /keys', {
  summary: 'List your own keys and keys shared with you',
  response: z.object({ own_keys: z.array(ownKey), shared_keys: z.array(sharedKey) }),
})

export const keyNameField = requiredName(limits.keyNameMax)

/** The issuer or the account. */
export const issuerField = label(limits.keyAccountMax)
/** A secret as it is sent, typed or as a link. */
const sentSecret = {
  secret: z.optional(z.string().check(z.maxLength(limits.secretTextMax))),
  uri: z.optional(z.string().check(z.maxLength(limits.otpauthUriMax))),
}
const sentLabel = { issuer: z.optional(issuerField), account: z.optional(issuerField) }
const sentSettings = {
  algorithm: z.optional(hashAlgorithm),
  digits: z.optional(z.int().check(z.minimum(limits.digitsMin), z.maximum(limits.digitsMax))),
  period: z.optional(z.int().check(z.minimum(1), z.maximum(limits.periodMaxSeconds))),
  counter: z.optional(z.int().check(z.minimum(0))),
}

export const addKey = endpoint('POST /keys', {
  summary: 'Add a key: typed, from an otpauth link, or with a generated secret',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    name: keyNameField,
    ...sentSecret,
    type: z.optional(keyKind),
    ...sentLabel,
    ...sentSettings,
    ...sentDescription,
    ...sentSealed,
  }),
  errors: [
    'keys.limit_reached',
    'keys.secret_invalid',
    'keys.secret_too_long',
    'keys.secret_too_short',
    'keys.site_invalid',
    'keys.site_public_suffix',
    'keys.uri_invalid',
  ],
  response: z.object({
    key: ownKey,
    ...said,
    /** Only if the secret was generated, and only in this answer. */
    provisioning: z.optional(z.object({ secret: z.string(), uri: z.string() })),
  }),
})

/** A key opened: what lists do not show, as far as the person may see it. */
export const keyDetail = z.object({
  ...keyFields,
  access: z.enum(['owner', 'admin', 'view-only']),
  ...shownSealed,
  /** Codes of the guarded service kept with the key; null for those who may only view codes. */
  backup_codes: z.nullable(z.object({ total: z.number(), unused: z.number() })),
})
export type KeyDetail = z.infer<typeof keyDetail>

export const getKey = endpoint('GET /keys/{id}', {
  summary: 'Get a key, own or shared, with its note',
  errors: ['keys.not_found'],
  response: z.object({ key: keyDetail }),
})

export const editKey = endpoint('PATCH /keys/{id}', {
  summary: 'Change a key: its name and description with full control, the rest only as its owner; the favorite mark is per person',
  body: z.strictObject({
    name: z.optional(keyNameField),
    ...sentDescription,
    ...sentSealed,
    favourite: z.optional(z.boolean()),
    exclusive: z.optional(z.boolean()),
    ...sentLabel,
    ...sentSettings,
  }),
  errors: ['keys.not_found', 'keys.owner_only', 'keys.site_invalid', 'keys.site_public_suffix', 'keys.view_only'],
  response: z.object({ key: keyDetail, ...said }),
})

/** A code as it is typed: digits, or the letters of Steam. */
const typedCode = z.string().check(z.minLength(limits.digitsMin - 1), z.maxLength(limits.digitsMax))

export const rotateKey = endpoint('POST /keys/{id}/rotate', {
  summary: 'Rotate the secret of your own key. Needs the PIN; everybody with access keeps it, and the old secret is destroyed',
  body: z.strictObject({
    ...sentSecret,
    /** Fields that are omitted, and are in no link, stay as they were. */
    type: z.optional(keyKind),
    ...sentSettings,
    /** Two codes of the new secret in a row, as they were tried at the service. */
    codes: z.tuple([typedCode, typedCode]),
    /** Whether the stored backup codes are void as well, and are deleted. */
    drop_backup_codes: z.optional(z.boolean()),
  }),
  errors: [
    'keys.codes_not_in_a_row',
    'keys.not_found',
    'keys.owner_only',
    'keys.secret_invalid',
    'keys.secret_required',
    'keys.secret_too_long',
    'keys.secret_too_short',
    'keys.secret_unchanged',
    'keys.uri_invalid',
  ],
  response: z.object({
    key: keyDetail,
    ...said,
    /** Number of people and addresses with the key, who were notified. */
    told: z.number(),
    /** Notes in leaver plans that asked for this, and are ticked now. */
    renewals_closed: z.number(),
  }),
})

export const showSecret = endpoint('GET /keys/{id}/secret', {
  summary: 'Get the secret of a key and its otpauth link. Needs the PIN; each view is recorded',
  errors: ['keys.not_found', 'keys.view_only'],
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const previewKeyDeletion = endpoint('GET /keys/{id}/deletion', {
  summary: 'Count the people who would lose access if you deleted your own key',
  errors: ['keys.not_found', 'keys.owner_only'],
  response: z.object({ name: z.string(), people_losing_access: z.number(), backup_codes: z.number() }),
})

export const deleteKey = endpoint('DELETE /keys/details/{id}', {
  summary: 'Delete your own key; it can be restored for a moment',
  errors: ['keys.not_found', 'keys.owner_only'],
  response: z.object({ ...said, people_losing_access: z.number(), restorable_until: z.string() }),
})

export const restoreKey = endpoint('POST /keys/{id}/restore', {
  summary: 'Restore a key that was just deleted, with everybody’s access',
  errors: ['keys.limit_reached', 'keys.not_found', 'keys.not_restorable'],
  response: z.object({ key: ownKey, ...said }),
})

export const listRemovedLinks = endpoint('GET /keys/removed-links', {
  summary: 'List your own keys whose name held a link with their secret, which an upgrade removed',
  response: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

export const dismissRemovedLinks = endpoint('DELETE /keys/removed-links', {
  summary: 'Dismiss the notice about these keys',
})
