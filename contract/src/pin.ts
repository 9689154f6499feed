import * as z from 'zod/mini'
import { pinConfirmed, pinField } from './accounts.ts'
import { taggedEndpoint } from './endpoint.ts'

const endpoint = taggedEndpoint('PIN')

/** Minutes for which a correct PIN lets data leave the vault, in its session. */
export const pinValidMinutes = 5

/** Wrong PINs until it is locked, for how long, and until it is void. */
export const pinLimits = { lockedAfter: 5, lockedMinutes: 15, voidAfter: 10 } as const

/** Minutes without use after which a vault can lock itself. */
export const autoLockChoices = [1, 5, 15, 30, 60, 240] as const

export const autoLockMinutes = z.nullable(z.int().check(z.minimum(1), z.maximum(1440)))

export const verifyPin = endpoint('POST /pin/verify', {
  summary: 'Verify the PIN, which opens secrets and exports for five minutes in this session; also unlocks a locked vault',
  body: z.strictObject({ pin: pinField }),
  errors: ['pin.locked', 'pin.not_set', 'pin.void', 'pin.wrong'],
  response: z.object({ valid_until: z.string() }),
})

export const requestNewPinBody = z.strictObject({
  current_password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(256)),
})

export const requestNewPin = endpoint('POST /pin/forgotten', {
  summary: 'Send a link for a new PIN to your own address; also while the vault is locked',
  body: requestNewPinBody,
  errors: ['mail.not_set_up', 'mail.unavailable', 'profile.password_wrong'],
})

export const setForgottenPinBody = z
  .strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(256)),
    new_pin: pinField,
    new_pin_confirmation: pinField,
  })
  .check(pinConfirmed)

export const setForgottenPin = endpoint('POST /auth/pin/reset', {
  summary: 'Set a new PIN with the link from the e-mail and the password; secrets stay closed for 24 hours',
  body: setForgottenPinBody,
  errors: ['links.expired', 'links.used', 'links.wrong', 'profile.password_wrong'],
})

export const setAutoLock = endpoint('PUT /vault/auto-lock', {
  summary: 'Set after how many idle minutes the vault locks itself; null means never',
  body: z.strictObject({ auto_lock_minutes: autoLockMinutes }),
  errors: ['pin.not_set'],
  response: z.object({ auto_lock_minutes: autoLockMinutes }),
})

export const lockVault = endpoint('POST /vault/lock', {
  summary: 'Lock the vault in this session until the PIN is entered',
  errors: ['pin.not_set'],
})

export const reportActivity = endpoint('POST /vault/activity', {
  summary: 'Report that a person is active, which postpones the automatic lock. Reads alone do not count in a browser',
})
