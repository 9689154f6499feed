import type { TestedCalls } from '../../testing/tested-calls.ts'
import { testAccount, testPassword, testPin } from '../../testing/test-secrets.ts'

export const calls: TestedCalls = {
  'POST /auth/invite/accept': {
    leaves: ['email_verified', 'signed_in', 'signed_in_from_new_device'],
    body: {
      token: 'A'.repeat(43),
      name: testAccount.name,
      password: testPassword,
      password_confirmation: testPassword,
      pin: testPin,
    },
  },
  'POST /auth/login': {
    leaves: ['sign_in_failed', 'signed_in', 'signed_in_from_new_device', 'signed_in_after_failures'],
    body: { email: testAccount.email, password: testAccount.password, remember: true },
  },
  'POST /auth/logout': { leaves: 'ends' },
  'POST /auth/register': { leaves: ['signed_in', 'signed_in_from_new_device'], body: testAccount },
  'DELETE /auth/sessions/{id}': { leaves: ['session_ended', 'other_sessions_ended'] },
  'POST /auth/setup': { leaves: ['signed_in', 'signed_in_from_new_device'], body: { ...testAccount, token: 'A'.repeat(43) } },
  'POST /auth/setup/check': { leaves: 'looks', body: { token: 'A'.repeat(43) } },
  'POST /logout': { leaves: 'ends' },
}
