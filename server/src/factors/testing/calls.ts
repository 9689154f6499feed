import type { TestedCalls } from '../../testing/tested-calls.ts'
import { testPassword, testPin } from '../../testing/test-secrets.ts'

/** As a browser would send it. */
function credential(response: Record<string, string>) {
  return { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA', ...response } }
}

export const calls: TestedCalls = {
  'POST /auth/factors/confirm': { leaves: ['second_factor_wrong', 'recovery_code_used'], body: { method: 'totp', code: '123456' } },
  'POST /auth/factors/passkeys': {
    leaves: ['passkey_added', 'recovery_codes_made'],
    body: {
      challenge_id: crypto.randomUUID(),
      name: 'Laptop',
      attestation: credential({ attestationObject: 'AAAA' }),
    },
  },
  'POST /auth/factors/passkeys/options': { leaves: 'begins', body: { current_password: testPassword } },
  'DELETE /auth/factors/passkeys/{id}': { leaves: ['passkey_removed'], body: { current_password: testPassword } },
  'PATCH /auth/factors/passkeys/{id}': { leaves: 'own', body: { name: 'Laptop' } },
  'POST /auth/factors/recovery-codes': { leaves: ['recovery_codes_made'] },
  'DELETE /auth/factors/totp': { leaves: ['totp_disabled'], body: { current_password: testPassword } },
  'POST /auth/factors/totp': { leaves: 'begins', body: { current_password: testPassword } },
  'POST /auth/factors/totp/confirm': { leaves: ['totp_enabled', 'recovery_codes_made'], body: { code: '123456' } },
  'POST /auth/passkey': {
    leaves: ['signed_in', 'signed_in_from_new_device'],
    body: {
      challenge_id: crypto.randomUUID(),
      assertion: credential({ authenticatorData: 'AAAA', signature: 'AAAA' }),
      remember: true,
    },
  },
  'POST /auth/passkey/options': { leaves: 'begins' },
  'POST /auth/pin/reset': {
    leaves: ['pin_set_by_link'],
    body: { token: 'x'.repeat(43), password: testPassword, new_pin: testPin, new_pin_confirmation: testPin },
  },
  'POST /auth/second-factor': {
    leaves: ['second_factor_wrong', 'signed_in', 'signed_in_from_new_device', 'recovery_code_used'],
    body: { method: 'totp', code: '123456' },
  },
  'POST /pin/forgotten': { leaves: ['pin_link_requested', 'pin_changed'], body: { current_password: testPassword } },
  'POST /pin/verify': { leaves: ['pin_locked'], body: { pin: testPin } },
  'PUT /profile/pin': {
    leaves: ['pin_changed'],
    body: {
      current_pin: testPin,
      current_password: testPassword,
      totp_code: '123456',
      recovery_code: 'A'.repeat(26),
      passkey: { challenge_id: crypto.randomUUID(), assertion: credential({ authenticatorData: 'AAAA', signature: 'AAAA' }) },
      new_pin: testPin,
      new_pin_confirmation: testPin,
    },
  },
  'POST /profile/proof': { leaves: ['account_proven'], body: { method: 'pin', pin: testPin } },
  'POST /vault/activity': { leaves: 'looks' },
  'PUT /vault/auto-lock': { leaves: 'own', body: { auto_lock_minutes: 15 } },
  'POST /vault/lock': { leaves: 'own' },
}
