import type { TestedCalls } from '../../../testing/tested-calls.ts'

const settingsChange = {
  name: 'Ours',
  address: null,
  sign_up: 'open',
  email_verification: 'auto',
  session_idle_hours: 12,
  session_absolute_hours: 24,
  session_remember_days: 30,
  password_min_length: 8,
  activity_days: 365,
  notification_days: 90,
  quarantine_days: 2,
  second_factor: 'optional',
  second_factor_grace_days: 7,
}

export const calls: TestedCalls = {
  'PUT /admin/settings': { body: settingsChange },
  'POST /admin/settings/impact': { body: settingsChange },
}
