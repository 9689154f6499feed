import type { SessionRow } from '../../platform/identity.ts'

type Times = 'seen_at' | 'idle_expires_at' | 'expires_at' | 'active_at'

/** An ordinary session of somebody without a second factor. Each test says when it began and when it ends. */
export const plainSession: Omit<SessionRow, Times> = {
  session_id: 'a session',
  browser_hash: null,
  remember: false,
  is_pending: false,
  pin_until: null,
  factor_until: null,
  locked_at: null,
  auto_lock_minutes: null,
  user_id: 'ann',
  name: 'Ann',
  email: 'ann@example.org',
  role: 'user',
  must_change_password: false,
  secrets_closed_until: null,
  codes_closed_until: null,
  stopped_at: null,
  has_second_factor: false,
  second_factor_due_at: null,
  closure: null,
}
