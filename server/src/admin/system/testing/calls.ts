import type { TestedCalls } from '../../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /admin/cleanup': { body: { type: 'expired_shares', dry_run: true } },
  'POST /admin/system/jobs/retry': { body: { queue: 'event.mail' } },
  'POST /admin/system/maintenance': {
    body: { starts_at: '2027-06-01T22:00:00Z', ends_at: '2027-06-01T22:30:00Z', message: 'A short upgrade.' },
  },
  'POST /admin/system/security-notice': { body: { title: 'Please change your password', message: 'What happened, and what to do.' } },
}
