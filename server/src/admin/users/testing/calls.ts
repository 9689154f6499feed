import type { TestedCalls } from '../../../testing/tested-calls.ts'
import { testAccount, testPassword, testPin } from '../../../testing/test-secrets.ts'

export const calls: TestedCalls = {
  'POST /admin/users': { body: { name: testAccount.name, email: 'new-user@example.org', role: 'user', password: testPassword } },
  'POST /admin/users/bulk': { body: { ids: [crypto.randomUUID()], matching: undefined, action: 'activate', reason: 'Back again' } },
  'POST /admin/users/impact': { body: { ids: [crypto.randomUUID()], matching: undefined } },
  'POST /admin/users/invite': { body: { email: 'invited@example.org', delivery: 'link' } },
  'PATCH /admin/users/{id}': { body: { name: testAccount.name, email: 'changed@example.org' } },
  'POST /admin/users/{id}/reset-link': { body: { delivery: 'link' } },
  'POST /admin/users/{id}/reset-password': { body: { new_password: testPassword } },
  'POST /admin/users/{id}/reset-pin': { body: { new_pin: testPin } },
  'POST /admin/users/{id}/restore': { body: { email: 'restored@example.org' } },
  'PUT /admin/users/{id}/role': { body: { role: 'user' } },
  'PUT /admin/users/{id}/status': { body: { is_active: true, reason: 'Back again' } },
}
