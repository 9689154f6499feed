import { type ActivityKind, activityKinds } from './activity-kinds.ts'
import type { Wording } from './said.ts'

/** Names of people's own acts in the audit log: the prefix, and the kind of the entry in their activity. */
export const personPrefix = 'person.'

const byOther = 'The entry of whoever did it is in the log.'
const byAdministrator = 'The administrator’s act is in the log.'
const byReview = 'The review has rows of its own.'
const reminds = 'Nobody did anything: it reminds.'
const byRequest = 'The request or the objection has rows of its own.'

/** Entries of people's activity that leave no row in the audit log, each with its reason. All others leave one. */
export const notAudited: Partial<Record<ActivityKind, string>> = {
  account_stopped: byRequest,
  account_released: byRequest,
  address_in_doubt: 'Nobody did anything: it asks the owner a question.',
  token_expires: reminds,
  token_unused: reminds,
  account_restored: byAdministrator,
  account_activated: byAdministrator,
  account_deactivated: byAdministrator,
  made_administrator: byAdministrator,
  made_user: byAdministrator,
  changed_by_admin: byAdministrator,
  password_set_by_admin: byAdministrator,
  pin_set_by_admin: byAdministrator,
  factors_removed_by_admin: byAdministrator,
  sessions_revoked_by_admin: byAdministrator,
  account_unlocked: byAdministrator,
  exported_by_admin: byAdministrator,
  key_link_removed: byAdministrator,
  key_let_go: byAdministrator,
  secret_to_renew: byAdministrator,
  secret_renewed: byAdministrator,
  key_handed_over: byOther,
  key_offer_received: byOther,
  key_offer_declined: byOther,
  key_owner_changed: byOther,
  key_exported_by: byOther,
  shared_key_deleted: byOther,
  shared_key_rotated: byOther,
  secret_shown_to: byOther,
  backup_codes_shown_to: byOther,
  share_received: byOther,
  share_ended: byOther,
  share_expired: byOther,
  share_asked_for: byOther,
  service_account_key_waits: byOther,
  service_account_token_made_by: byOther,
  trust_changed_by: byOther,
  review_started: byReview,
  review_asked: byReview,
  review_withdrawn: byReview,
  review_ended: byReview,
}

/** Acts of a schedule or rule rather than of the person. */
const bySystem: ReadonlySet<ActivityKind> = new Set([
  'account_locked',
  'closed_after_reset',
  'share_unconfirmed',
  'share_given_expired',
  'share_restored',
  'token_found',
  'token_refused',
  'token_key_refused',
  'token_leaked',
  'token_ended_unused',
  'token_ends_with_manager',
  'trust_ends_with_manager',
  'service_account_token_found',
  'service_account_token_refused',
  'service_account_token_key_refused',
  'service_account_token_leaked',
  'workload_replayed',
  'group_member_unconfirmed',
])

export const isSystemsOwn = (kind: ActivityKind): boolean => bySystem.has(kind)

/** Target of the row, other than the person. */
export function targetKindOf(kind: ActivityKind): 'key' | 'group' | 'user' {
  if (/^(key_|share_|secret_|backup_code)/.test(kind)) return 'key'
  return kind.startsWith('group_') ? 'group' : 'user'
}

/** Wording of a row of the audit log. */
export function wordingOfAct(action: string, after: unknown): Wording {
  const kind = action.startsWith(personPrefix) ? action.slice(personPrefix.length) : ''
  if (!Object.hasOwn(activityKinds, kind)) return { code: `audit.${action}` }
  return { code: `activity.${kind}`, values: { ...(after as Record<string, string> | null) } }
}
