/*
 * Counts that nouns above need for their screens, and that analytics stores if counting on request would take too long.
 */

/** Totals, by the definitions of docs/decisions/0084. */
export interface DashboardCounts {
  users: number
  active: number
  admins: number
  keys: number
  shares: number
  sessions: number
  recovery_codes: number
  unused_recovery_codes: number
  recent_users: number
  recent_keys: number
  recent_shares: number
}

export interface PeopleCounts {
  kinds: { role: 'admin' | 'user'; is_active: boolean; is_deleted: boolean; has_second_factor: boolean; count: number }[]
}
