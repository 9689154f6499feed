import type { TestedCalls } from '../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /admin/email/held/discard': { body: { ids: [crypto.randomUUID()], until: '2026-11-22T00:00:00Z' } },
  'POST /admin/email/held/release': { body: { ids: [crypto.randomUUID()], until: '2026-11-22T00:00:00Z' } },
  'POST /admin/email/logs/resend': { body: { ids: [crypto.randomUUID()] } },
  'POST /admin/email/logs/resend/check': { body: { ids: [crypto.randomUUID()] } },
  'POST /admin/email/logs/{id}/resolve': { body: { as: 'delivered' } },
}
