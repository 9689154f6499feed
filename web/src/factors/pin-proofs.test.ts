import { expect, test } from 'vitest'
import type { Factors } from './factors.ts'
import { formField, newPinBody, proofsFor, takesPassword } from './pin-proofs.ts'

const factors = (change: Partial<Factors> = {}): Factors => ({
  totp: { is_enabled: false, since: null },
  passkeys: [],
  recovery_codes: { available: 0, total: 0, created_at: null },
  has_pin: true,
  pin_state: 'good',
  pin_retry_after: null,
  has_password: true,
  ...change,
})
const withFactor = { totp: { is_enabled: true, since: '' }, recovery_codes: { available: 9, total: 10, created_at: '' } }

test('a PIN that one knows is shown; a forgotten or void one takes a second factor, a recovery code or a link', () => {
  expect(proofsFor(factors(withFactor), false)).toEqual(['pin'])
  expect(proofsFor(factors(withFactor), true)).toEqual(['totp', 'recovery_code', 'link'])
  const passkeys = [{ id: '1', name: 'Laptop', created_at: '', last_used_at: null, is_backed_up: false }]
  expect(proofsFor(factors({ passkeys }), true)).toEqual(['passkey', 'link'])
  expect(proofsFor(factors(), true)).toEqual(['link'])
  expect(proofsFor(factors({ pin_state: 'void' }), false)).toEqual(['link'])
  expect(proofsFor(factors({ pin_state: 'locked' }), true)).toEqual(['link'])
})

test('the password goes with every second proof of a PIN that is there, and stands alone only where there is no PIN yet', () => {
  for (const proof of ['passkey', 'totp', 'recovery_code', 'link'] as const) expect(takesPassword(factors(), proof)).toBe(true)
  expect(takesPassword(factors(), 'pin')).toBe(false)
  const none = factors({ pin_state: 'none', has_pin: false })
  expect(proofsFor(none, false)).toEqual(['password'])
  expect(takesPassword(none, 'password')).toBe(false)
  expect(proofsFor(factors({ pin_state: 'void', has_password: false }), false)).toEqual(['nothing'])
})

test('each proof stands in its own field of the call, and complaints come back to the field of the form', () => {
  const values = { proof: '123456', password: 'secret', new_pin: '1357', new_pin_confirmation: '1357' }
  const pins = { new_pin: '1357', new_pin_confirmation: '1357' }
  expect(newPinBody('totp', values)).toEqual({ ...pins, totp_code: '123456', current_password: 'secret' })
  expect(newPinBody('pin', { ...values, password: '' })).toEqual({ ...pins, current_pin: '123456' })
  expect([formField('current_password', true), formField('current_password', false), formField('totp_code', true)]).toEqual([
    'password',
    'proof',
    'proof',
  ])
})
