import type { Closed, Identity } from '../../platform/identity.ts'
import type { RequestRow } from '../requests.repository.ts'

export const now = Date.UTC(2026, 0, 1)
export const day = 24 * 60 * 60 * 1000
export const impact = { users: 1, keys: 1, shared_keys: 0, people: 0, sessions: 0 }
export const waiting: RequestRow = {
  id: 'request',
  call: 'POST /admin/users/{id}/reset-password',
  act: 'set_password',
  asker_id: 'ann',
  asker_name: 'Ann',
  asker_address: '192.0.2.1',
  subject_id: 'vic',
  subject_name: 'Vic',
  reason: '',
  detail: {},
  impact: { ...impact, about: ['vic'] },
  sealed: 'sealed',
  state: 'waiting',
  same_as: 'same',
  created_at: new Date(now),
  runs_at: null,
  expires_at: new Date(now + 7 * day),
  decided_at: null,
  decided_by_id: null,
  decided_by_name: null,
  outcome: '',
  outcome_said: [],
  run_at: null,
}
const open = { codes: null, secrets: null }
export const person = (id: string, hasSecondFactor = true, closed: Closed = open) =>
  ({ id, name: id, role: 'admin', hasSecondFactor, closed }) as unknown as Identity

/** An administrator as the database has them. */
export const lockedRowOf = ({ id, hasSecondFactor, closed: { secrets } }: Identity) => ({
  id,
  has_second_factor: hasSecondFactor,
  secrets_closed_until: secrets === null ? null : new Date(secrets),
  codes_closed_until: null,
})
