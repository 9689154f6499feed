import type { TestedCalls } from '../../testing/tested-calls.ts'
import { testAccount, testPassword } from '../../testing/test-secrets.ts'

/** Passwords are not the account's where the call would succeed in the middle of a test. */
export const calls: TestedCalls = {
  'POST /auth/email/verification-notification': { leaves: 'mail', body: { email: testAccount.email } },
  'POST /auth/email/verify': { leaves: ['email_verified', 'email_changed'], body: { token: 'A'.repeat(43) } },
  'POST /auth/links/check': { leaves: 'looks', body: { token: 'A'.repeat(43) } },
  'POST /auth/password/email': { leaves: ['password_reset_requested'], body: { email: testAccount.email } },
  'POST /auth/password/reset': {
    leaves: ['password_reset', 'closed_after_reset'],
    body: { token: 'A'.repeat(43), password: testPassword, password_confirmation: testPassword },
  },
  'POST /auth/stop': { leaves: ['user.stopped'], body: { token: 'x'.repeat(43) } },
  'DELETE /profile': { leaves: ['account_deleted'], body: { password: 'not-the-password', confirmation: 'DELETE' } },
  'PUT /profile': {
    leaves: ['name_changed', 'email_change_requested', 'email_changed'],
    body: { name: testAccount.name, email: 'new@example.org', current_password: 'not-the-password', auto_lock_minutes: 15 },
  },
  'PUT /profile/password': {
    leaves: ['password_changed'],
    body: {
      current_password: 'not-the-password',
      new_password: 'a-brand-new-one',
      new_password_confirmation: 'a-brand-new-one',
    },
  },
  'DELETE /profile/pending-email': { leaves: 'own' },
  'POST /profile/pending-email': { leaves: 'mail' },
  'PUT /profile/preferences': { leaves: 'own', body: { preferences: { 'key.created': false }, language: 'de', page_language: 'de' } },
}
