import type { TestedCalls } from '../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /admin/mail-path/approve': { body: { ids: [crypto.randomUUID()] } },
  'POST /admin/requests/{id}/approve': { body: { seen: { users: 1, keys: 1, shared_keys: 0, people: 0, sessions: 1 } } },
  'PUT /admin/requests/{id}/reason': { body: { reason: 'They asked me.' } },
  'POST /admin/requests/{id}/refuse': { body: { reason: 'Not agreed.' } },
  'POST /profile/requests/{id}/stop': { leaves: ['request.stopped'] },
}
