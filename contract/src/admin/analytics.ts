import * as z from 'zod/mini'
import { dayField } from '../days.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf } from '../paging.ts'

const endpoint = taggedEndpoint('Analytics')

/** Ranges to choose from, in days up to today; the second one is the default. */
export const analyticsRanges = ['7', '30', '90'] as const
export type AnalyticsRange = (typeof analyticsRanges)[number]

/** Days without a sign-in after which an account counts as inactive. One that may not sign in is deactivated, which is something else. */
export const inactiveDays = 30

/** Days that an own range may have. */
export const longestRange = 366

/** Users of one list of the most active ones. */
export const topUsers = 5

/**
 * Figures per day, in UTC. `sign_ups`, `keys_made` and `shares_made`: today's users, keys and grants by their creation day. All others: events on the
 * day, whatever was deleted since.
 */
export const dayFigures = [
  'sign_ups',
  'sign_ins',
  'failed_sign_ins',
  'keys_made',
  'shares_made',
  'codes_shown',
  'copies',
  'mails_sent',
  'mails_delivered',
  'mails_failed',
  'mails_bounced',
  'mails_opened',
] as const
export type DayFigure = (typeof dayFigures)[number]

const rangeFields = {
  days: z.optional(z.enum(analyticsRanges)),
  /** Days in UTC, both included; in place of `days`. */
  from: z.optional(dayField),
  to: z.optional(dayField),
}

interface RangeText {
  from?: string | undefined
  to?: string | undefined
}

const lengthOf = ({ from = '', to = '' }: RangeText) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

const wholeRange = [
  z.refine<RangeText>(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'Please enter both days of the range',
    path: ['to'],
  }),
  z.refine<RangeText>((range) => !(lengthOf(range) < 1), { error: 'The range ends before it begins', path: ['to'] }),
  z.refine<RangeText>((range) => !(lengthOf(range) > longestRange), { error: `At most ${longestRange} days`, path: ['to'] }),
] as const

const figures = z.object(Object.fromEntries(dayFigures.map((figure) => [figure, z.number()])) as Record<DayFigure, z.ZodMiniNumber>)
export type DayFigures = z.infer<typeof figures>

const dailyCount = z.object({ date: z.string(), count: z.number() })
const period = z.object({ from: z.string(), to: z.string() })

export const analytics = z.object({
  /** Days in UTC, both included. */
  range: z.object({ from: z.string(), to: z.string(), days: z.number(), before: period }),
  /** Time at which the figures outside of days were counted. */
  counted_at: z.string(),
  user_growth: z.object({
    /** New users of each day of the range. */
    daily: z.array(dailyCount),
    total_new_users: z.number(),
    /** Figures of the calendar month in UTC, and of the previous one. */
    new_users_this_month: z.number(),
    new_users_last_month: z.number(),
    /** Days of the last 30 on which somebody signed up or in. */
    active_days: z.number(),
  }),
  login_activity: z.object({
    never_logged_in: z.number(),
    /** Signed in before, but not in the last 30 days. */
    inactive_users: z.number(),
    total_logins: z.number(),
    active_login_days: z.number(),
    /** Sign-ins of the range by all days of the range, to one decimal. */
    average_logins_per_day: z.number(),
    daily_logins: z.array(dailyCount),
  }),
  key_distribution: z.object({
    total_users: z.number(),
    users_with_keys: z.number(),
    users_without_keys: z.number(),
    total_keys: z.number(),
    /** Rounded to one decimal. */
    average_keys_per_user: z.number(),
    top_key_users: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), two_fa_keys_count: z.number() })),
  }),
  sharing_activity: z.object({
    users_sharing_keys: z.number(),
    users_receiving_shares: z.number(),
    /** Those of them who share none themselves. */
    users_only_receiving: z.number(),
    /** Grants: one key that one recipient can use counts once. */
    total_shares: z.number(),
    top_sharing_users: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), shares_count: z.number() })),
  }),
  /** Whole percentages, and keys to one decimal. */
  health: z.object({
    user_engagement: z.number(),
    sharing_adoption: z.number(),
    user_retention: z.number(),
    keys_per_active_user: z.number(),
  }),
  totals: figures,
  /** The same for the previous period of the same length. */
  totals_before: figures,
  /** Each day of the range, beside the one at its place in the period before. */
  days: z.array(z.object({ date: z.string(), figures, date_before: z.string(), before: figures })),
})
export type Analytics = z.infer<typeof analytics>

export const getAnalytics = endpoint('GET /admin/analytics', {
  summary: 'Get daily figures of a range beside the previous period, and how keys and shares are distributed',
  query: z.strictObject(rangeFields).check(...wholeRange),
  response: analytics,
})

const exportQuery = z.strictObject({ ...rangeFields, format: z._default(z.enum(['json', 'csv']), 'json') }).check(...wholeRange)
export type ExportFormat = z.infer<typeof exportQuery>['format']

export const exportAnalytics = endpoint('GET /admin/analytics/export', {
  summary: 'Export the figures: everything as JSON, or the days as CSV',
  query: exportQuery,
  response: z.string(),
  files: ['application/json', 'text/csv'],
})

/** Risks. `stale_shares`: shares no longer needed. */
export const riskKind = z.enum(['one_holder', 'inactive_owners', 'never_used', 'stale_shares'])
export type RiskKind = z.infer<typeof riskKind>

/** Days without a copied code after which a key counts as never used. */
export const unusedKeyDays = 30
/** Days without a copied code after which a share counts as past its need. */
export const unusedShareDays = 90

const risk = z.object({
  /** Id of the key, the owner or the share, depending on the list. */
  id: z.string(),
  /** Null where it is about an owner. */
  key_name: z.nullable(z.string()),
  owner: z.object({ id: z.string(), name: z.string(), is_active: z.boolean(), last_login_at: z.nullable(z.string()) }),
  /** Creation time of the key, the account or the share. */
  created_at: z.string(),
  /** Last copy of a code: of the key, or through the share. */
  last_used_at: z.nullable(z.string()),
  /** Recipient of the share; null elsewhere. `id` is null for groups and for addresses without an account. */
  with: z.nullable(z.object({ id: z.nullable(z.string()), name: z.string() })),
  /** Reason why the share is no longer needed; null elsewhere. */
  reason: z.nullable(z.enum(['expired', 'inactive_recipient', 'unused'])),
  /** Keys of the owner; null where it is about one. */
  keys: z.nullable(z.number()),
})
export type Risk = z.infer<typeof risk>

const riskCounts = z.object(Object.fromEntries(riskKind.options.map((kind) => [kind, z.number()])) as Record<RiskKind, z.ZodMiniNumber>)
export type RiskCounts = z.infer<typeof riskCounts>

export const listRisks = endpoint('GET /admin/analytics/risks', {
  summary: 'Count keys with one holder, inactive owners, keys never used and shares past their need, and list one of the groups',
  query: z.strictObject({ kind: z._default(riskKind, 'one_holder'), page: pageField }),
  response: z.object({ counts: riskCounts, counted_at: z.string(), ...pageOf(risk).shape }),
})

export const exportRisks = endpoint('GET /admin/analytics/risks/export', {
  summary: 'Export one of the lists as CSV or JSON',
  query: z.strictObject({ kind: z._default(riskKind, 'one_holder'), format: z._default(z.enum(['csv', 'json']), 'csv') }),
  response: z.string(),
  files: ['application/json', 'text/csv'],
})
