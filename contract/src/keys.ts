import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { hasNoControlCharacters } from './text.ts'

const tag = 'Keys'

export const keyId = z.strictObject({ id: z.uuid() })

export const keyKind = z.enum(['totp', 'hotp', 'steam'])
export type KeyKind = z.infer<typeof keyKind>

export const hashAlgorithm = z.enum(['SHA1', 'SHA256', 'SHA512'])
export type HashAlgorithm = z.infer<typeof hashAlgorithm>

/** What a recipient may do. `view`: copy codes. `admin`: also edit the entry and see its secret with the own PIN. */
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
  tags: z.array(z.string()),
  favourite: z.boolean(),
  created_at: z.string(),
}

export const ownKey = z.object({ ...keyFields, shared_with: z.number() })
export type OwnKey = z.infer<typeof ownKey>

export const sharedKey = z.object({
  ...keyFields,
  permission: sharePermission,
  shared_by: z.object({ name: z.string() }),
  expires_at: z.nullable(z.string()),
})
export type SharedKey = z.infer<typeof sharedKey>

export const listKeys = endpoint({
  method: 'GET',
  path: '/keys',
  tag,
  summary: 'Own keys, and keys that others share',
  response: z.object({ own_keys: z.array(ownKey), shared_keys: z.array(sharedKey) }),
})

const label = (maximum: number) => z.string().check(z.trim(), z.maxLength(maximum), z.refine(hasNoControlCharacters))

export const keyNameField = z
  .string('Name is required')
  .check(
    z.trim(),
    z.minLength(1, 'Name is required'),
    z.maxLength(limits.keyNameMax, `Name must be at most ${limits.keyNameMax} characters`),
    z.refine(hasNoControlCharacters, 'Name contains characters that are not allowed'),
  )

export const addKey = endpoint({
  method: 'POST',
  path: '/keys',
  tag,
  summary: 'Add a key: typed, from an otpauth link, or with a generated secret',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    name: keyNameField,
    secret: z.optional(z.string().check(z.maxLength(limits.secretTextMax))),
    uri: z.optional(z.string().check(z.maxLength(limits.otpauthUriMax))),
    type: z.optional(keyKind),
    issuer: z.optional(label(limits.keyAccountMax)),
    account: z.optional(label(limits.keyAccountMax)),
    algorithm: z.optional(hashAlgorithm),
    digits: z.optional(z.int().check(z.minimum(limits.digitsMin), z.maximum(limits.digitsMax))),
    period: z.optional(z.int().check(z.minimum(1), z.maximum(limits.periodMaxSeconds))),
    counter: z.optional(z.int().check(z.minimum(0))),
    tags: z.optional(z.array(label(limits.tagMax).check(z.minLength(1))).check(z.maxLength(limits.tagsPerKey))),
    note: z.optional(z.string().check(z.maxLength(limits.noteMax))),
  }),
  response: z.object({
    key: ownKey,
    message: z.string(),
    /** Only when the secret was generated, and only in this one answer. */
    provisioning: z.optional(z.object({ secret: z.string(), uri: z.string() })),
  }),
})

export const deleteKey = endpoint({
  method: 'DELETE',
  path: '/keys/details/{id}',
  tag,
  summary: 'Delete an own key',
  params: keyId,
  response: z.object({ message: z.string() }),
})
