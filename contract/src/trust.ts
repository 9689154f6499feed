import * as z from 'zod/mini'
import { pinField } from './accounts.ts'
import { taggedEndpoint } from './endpoint.ts'
import { passkeyProof } from './factors.ts'
import { pageField, pageOf } from './paging.ts'
import { wordings } from './said.ts'

const endpoint = taggedEndpoint('Closed account')

/** Proofs with which a person can open an account that was closed after somebody else's act. */
export const closedProof = z.enum(['passkey', 'totp', 'recovery_code', 'pin', 'password'])
export type ClosedProof = z.infer<typeof closedProof>

/** Interventions by somebody else in the account, or in its mail path. */
export const handKind = z.enum([
  'restored',
  'address_changed',
  'password_set',
  'reset_link_handed_over',
  'pin_set',
  'factors_removed',
  'provider',
  'sender',
  'template',
  'theme',
  'mapping',
  'app_address',
])
export type HandKind = z.infer<typeof handKind>

export const closing = z.object({
  /** The newest first. None: the account was entered by a link that others may have had. */
  hands: z.array(z.object({ kind: handKind, by: z.nullable(z.string()), happened_at: z.string() })),
  /** Time at which codes open automatically; null: only after a proof, because the person objected. */
  codes_until: z.nullable(z.string()),
  secrets_until: z.nullable(z.string()),
  is_stopped: z.boolean(),
  /** The person's possible proofs from before, strongest first. */
  proofs: z.array(closedProof),
})
export type ClosedAccount = z.infer<typeof closing>

export const getClosing = endpoint('GET /profile/closing', {
  summary: 'Get why another person’s action closed your account, until when, and what reopens it; null while it is open',
  response: z.object({ closing: z.nullable(closing) }),
})

const code = z.string().check(z.trim(), z.minLength(1, 'Please enter the code'), z.maxLength(100))

export const proveAccount = endpoint('POST /profile/proof', {
  summary: 'Reopen your own account with proof from before it was closed',
  bodyLimit: 64 * 1024,
  body: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('totp'), code }),
    z.strictObject({ method: z.literal('recovery_code'), code }),
    z.strictObject({ method: z.literal('passkey'), ...passkeyProof.shape }),
    z.strictObject({ method: z.literal('pin'), pin: pinField }),
    z.strictObject({
      method: z.literal('password'),
      password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(256)),
    }),
  ]),
  errors: [
    'links.expired',
    'links.used',
    'links.wrong',
    'pin.locked',
    'pin.not_set',
    'pin.void',
    'pin.wrong',
    'trust.not_closed',
    'trust.proof_wrong',
  ],
})

/** An administrator's act on the own account, or a view of it. */
export const actOnMe = z.object({
  id: z.string(),
  /** As in the audit log. */
  action: z.string(),
  title: z.string(),
  said: z.object({ title: wordings }),
  /** For a view: its subject. */
  what: z.nullable(z.string()),
  by: z.nullable(z.string()),
  happened_at: z.string(),
})
export type ActOnMe = z.infer<typeof actOnMe>

export const listActsOnMe = endpoint('GET /profile/administrators', {
  summary: 'List the administrators, and what they did to your account or looked at, newest first',
  query: z.strictObject({ page: pageField }),
  response: z.extend(pageOf(actOnMe), {
    /** Active ones, by name; at most 50 of them. */
    administrators: z.array(z.string()),
    administrators_total: z.number(),
    /** Days for which the account is closed after such an act. */
    waiting_days: z.number(),
  }),
})
