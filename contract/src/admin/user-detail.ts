import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { session } from '../links.ts'
import { wordings } from '../said.ts'
import { listed } from './users.ts'

const endpoint = taggedEndpoint('Users')

export const timelineItem = z.object({
  date: z.string(),
  description: z.string(),
  said: z.object({ description: wordings }),
  icon: z.enum(['user-plus', 'login', 'key', 'share', 'other']),
  color: z.enum(['blue', 'green', 'indigo', 'purple', 'other']),
})

export const userDetail = z.object({
  ...listed,
  must_change_password: z.boolean(),
  has_pin: z.boolean(),
  /** Null: the account is not deleted. `by` null: the person. */
  deletion: z.nullable(z.object({ by: z.nullable(z.string()), is_by_administrator: z.boolean(), restorable_until: z.string() })),
  /** End of the period without codes after an administrator's act; null: codes are open. */
  codes_closed_until: z.nullable(z.string()),
  /** The person objected: only a proof or a second administrator opens the account. */
  is_stopped: z.boolean(),
  /** The address bounced, complained or was suppressed by hand: most e-mails do not go there. */
  is_suppressed: z.boolean(),
  /** Something keeps the person out for now: sign-in, second step or PIN. */
  is_locked: z.boolean(),
  statistics: z.object({
    total_keys: z.number(),
    /** Own keys that somebody else can use. */
    keys_shared_by_user: z.number(),
    /** Grants: each of these keys counts once for each recipient. */
    shares_given: z.number(),
    /** Keys of others that the user can use, which are the grants to them. */
    keys_received: z.number(),
    account_age_days: z.number(),
    last_activity: z.nullable(z.string()),
    recovery_codes_available: z.number(),
    recovery_codes_total: z.number(),
    /** Own keys, and grants of own keys, that came in the last 30 days (UTC) and are still there. */
    recent_keys: z.number(),
    recent_shares: z.number(),
  }),
  activity_timeline: z.array(timelineItem),
})
export type UserDetail = z.infer<typeof userDetail>

export const getUser = endpoint('GET /admin/users/{id}', {
  summary: 'Get a user with figures and account activity',
  errors: ['users.not_found'],
  response: z.object({ user: userDetail }),
})

export const listUserKeys = endpoint('GET /admin/users/{id}/keys', {
  summary: 'List the names and dates of a user’s keys',
  errors: ['users.not_found'],
  response: z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string() })) }),
})

const userShare = z.object({
  id: z.string(),
  key_name: z.string(),
  /** The other side. */
  person: z.object({ id: z.string(), name: z.string() }),
  permission: z.enum(['admin', 'view-only']),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
})

export const listUserShares = endpoint('GET /admin/users/{id}/shares', {
  summary: 'List keys that a user shares, and keys shared with them',
  errors: ['users.not_found'],
  response: z.object({ shared: z.array(userShare), received: z.array(userShare) }),
})

export const listUserSessions = endpoint('GET /admin/users/{id}/sessions', {
  summary: 'List the active sessions of a user',
  errors: ['users.not_found'],
  response: z.object({ data: z.array(session) }),
})

export const userDevice = z.object({
  device: z.string(),
  address: z.nullable(z.string()),
  /** Null: seen before this was noted. */
  first_seen_at: z.nullable(z.string()),
  last_seen_at: z.string(),
})

export const listUserDevices = endpoint('GET /admin/users/{id}/devices', {
  summary: 'List browsers and programs that a user signed in from in the last 90 days, latest first',
  errors: ['users.not_found'],
  response: z.object({ data: z.array(userDevice) }),
})

export const exportUser = endpoint('GET /admin/users/{id}/export', {
  summary: 'Export everything about a user except secrets',
  errors: ['users.not_found'],
  response: z.object({
    exported_at: z.string(),
    user: userDetail,
    keys: z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string() })),
    shares: z.object({ shared: z.array(userShare), received: z.array(userShare) }),
    sessions: z.array(session),
    devices: z.array(userDevice),
  }),
})
