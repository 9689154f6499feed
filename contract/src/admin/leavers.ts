import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf, searchField } from '../paging.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Leavers')

/** Keys that one call decides about at most. */
export const leaverKeysMost = 500

/** Null where the account is gone, and its name with it. */
const person = z.nullable(z.object({ id: z.string(), name: z.string() }))

const progress = z.object({ done: z.number(), total: z.number() })

export const leaverPlan = z.object({
  /** `name` is null once the account's data are removed. */
  user: z.object({ id: z.string(), name: z.nullable(z.string()), is_deleted: z.boolean() }),
  opened_at: z.string(),
  opened_by: person,
  reason: z.string(),
  /** `reactivated`: the person came back before it was done. */
  state: z.enum(['open', 'done', 'reactivated']),
  closed_at: z.nullable(z.string()),
  /** Own keys: decided about, and all. */
  owned: progress,
  /** Secrets that the person had: renewed since, and all. */
  rotate: progress,
  /** Keys of which the person only ever had codes. */
  safe: z.number(),
})
export type LeaverPlan = z.infer<typeof leaverPlan>

/** `rotate` and `safe` are all keys together; own ones are in `owned` as well. */
export const leaverList = z.enum(['owned', 'rotate', 'safe'])
export type LeaverList = z.infer<typeof leaverList>

export const leaverKey = z.object({
  key_id: z.string(),
  name: z.string(),
  /** Whether the key still exists. */
  exists: z.boolean(),
  /** Present owner. */
  owner: person,
  /** The person's access when they left. `former`: none any longer, but earlier. */
  level: z.enum(['owner', 'admin', 'view', 'former']),
  /** Ways in which the person got data that make codes without us; empty: codes only. `added`: they added the secret. */
  had: z.array(z.enum(['added', 'secret', 'backup_codes', 'export'])),
  had_at: z.nullable(z.string()),
  last_shown_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
  /** Others who have it now. */
  people: z.number(),
  /** Service accounts that take its codes now. */
  programs: z.number(),
  decision: z.nullable(z.object({ kind: z.enum(['handed_over', 'let_go']), to: person, at: z.string(), by: person })),
  renewed: z.nullable(z.object({ at: z.string(), by: person })),
})
export type LeaverKey = z.infer<typeof leaverKey>

const keyIds = z.array(z.uuid()).check(z.minLength(1), z.maxLength(leaverKeysMost))

/** These keys, or with `all` every undecided own key; exactly one of the two. */
const selection = { key_ids: z.optional(keyIds), all: z.optional(z.literal(true)) }

const outcome = z.object({
  ...said,
  results: z.array(z.object({ key_id: z.string(), name: z.string(), ok: z.boolean(), ...said })),
  plan: leaverPlan,
})
export type LeaverOutcome = z.infer<typeof outcome>

export const listLeavers = endpoint('GET /admin/leavers', {
  summary: 'List leaver plans, newest first',
  query: z.strictObject({ state: z._default(z.enum(['open', 'closed']), 'open'), page: pageField }),
  response: pageOf(leaverPlan),
})

export const getLeaver = endpoint('GET /admin/users/{id}/leaver', {
  summary: 'Get the progress of a user’s latest leaver plan, or null without one',
  errors: ['users.not_found'],
  response: z.object({ plan: z.nullable(leaverPlan) }),
})

export const listLeaverKeys = endpoint('GET /admin/users/{id}/leaver/keys', {
  summary: 'List keys that the person owned, managed or saw, with their last use; open items first',
  query: z.strictObject({ list: z._default(leaverList, 'rotate'), search: searchField, page: pageField }),
  errors: ['leavers.not_found'],
  response: pageOf(leaverKey),
})

export const openLeaver = endpoint('POST /admin/users/{id}/leaver', {
  summary: 'Create a leaver plan for a deactivated user without one',
  errors: ['leavers.not_found', 'leavers.still_active', 'users.not_found'],
  response: z.object({ ...said, plan: leaverPlan }),
})

export const countLeaverImpact = endpoint('POST /admin/users/{id}/leaver/impact', {
  summary: 'Count what a decision about these keys would affect',
  body: z.strictObject(selection),
  errors: ['leavers.not_found', 'leavers.nothing_selected'],
  response: z.object({ keys: z.number(), shared_keys: z.number(), people: z.number() }),
})

export const handOverKeys = endpoint('POST /admin/users/{id}/leaver/hand-over', {
  summary: 'Give keys to another owner, never to yourself; existing access is kept',
  body: z.strictObject({ ...selection, to: z.uuid('Please choose who gets the keys') }),
  errors: [
    'keys.limit_reached',
    'keys.not_found',
    'leavers.account_deleted',
    'leavers.closed',
    'leavers.no_room',
    'leavers.not_found',
    'leavers.nothing_selected',
    'leavers.to_newcomer',
    'leavers.to_nobody',
    'leavers.to_self',
  ],
  response: outcome,
})

export const letKeysGo = endpoint('POST /admin/users/{id}/leaver/let-go', {
  summary: 'Leave keys with the account; their shares end at once',
  body: z.strictObject(selection),
  errors: ['leavers.account_deleted', 'leavers.closed', 'leavers.not_found', 'leavers.nothing_selected'],
  response: outcome,
})

export const tickRenewed = endpoint('POST /admin/users/{id}/leaver/renewed', {
  summary: 'Mark secrets as rotated at their services, or undo it',
  body: z.strictObject({ key_ids: keyIds, renewed: z.boolean() }),
  errors: ['leavers.closed', 'leavers.not_found', 'leavers.nothing_selected'],
  response: outcome,
})
