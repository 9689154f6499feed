import type { TestedCalls } from '../../testing/tested-calls.ts'

const provider = {
  name: 'Main',
  provider: 'smtp',
  configuration: { host: '127.0.0.1', port: 25, username: 'vault', password: 'secret', encryption: 'none', from_email: '', from_name: '' },
  priority: 1,
  daily_limit: 100,
  hourly_limit: null,
  is_active: false,
  is_default: false,
}

/** Fields of the answer that the server owns: a form may send them back, and they are ignored. */
const serverOwned = {
  id: crypto.randomUUID(),
  has_secret: true,
  has_sender: true,
  emails_sent_today: 0,
  emails_sent_this_hour: 0,
  breaker: {},
  last_error: null,
  last_error_at: null,
  created_at: '',
  updated_at: '',
}

const unchanged = { unchanged_since: '2026-01-02T03:04:05.000Z' }

const trial = { test_email: 'test@example.org', send_method: 'queue', data: { 'user.name': 'Bo' }, language: 'de' }

export const calls: TestedCalls = {
  'POST /admin/email/config': { body: provider },
  'POST /admin/email/config/test': { body: { ...provider, ...serverOwned } },
  'PUT /admin/email/config/{id}': { body: { ...provider, ...serverOwned, ...unchanged } },
  'POST /admin/email/event-mappings/{id}/test': { body: trial },
  'POST /admin/email/events/{id}/test': { body: trial },
  'POST /admin/email/explain': {
    body: {
      event_name: 'key.shared',
      email: 'bo@example.org',
      at: '2026-11-20T10:00:00Z',
      data: { 'share.permission': 'view' },
    },
  },
  'POST /admin/email/suppressions': { body: { email: 'gone@example.org', detail: 'Asked for it by telephone' } },
  'POST /admin/email/suppressions/import': {
    body: { entries: [{ email: 'away@example.org', reason: 'bounce', detail: '550 No such user', since: '2026-11-20T10:00:00Z' }] },
  },
  'POST /admin/email/templates/{id}/test': { body: trial },
}
