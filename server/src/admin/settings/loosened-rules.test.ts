import { expect, test } from 'vitest'
import { loosening } from './loosened-rules.ts'

const policy = {
  name: 'Twofold',
  address: 'https://vault.example',
  sign_up: 'invite',
  email_verification: 'auto',
  session_idle_hours: 12,
  session_absolute_hours: 24,
  session_remember_days: 30,
  password_min_length: 12,
  activity_days: 365,
  notification_days: 90,
  quarantine_days: 3,
  second_factor: 'encouraged',
  second_factor_grace_days: 7,
} as const
const defaults = { ...policy, name: 'Twofold Two', second_factor: 'optional' }

test.each([
  [{ sign_up: 'open' }, { sign_up: 'open' }],
  [{ sign_up: 'closed' }, undefined],
  [{ sign_up: 'invite' }, undefined],
  [{ email_verification: 'off' }, { email_verification: 'off' }],
  [{ email_verification: 'auto' }, undefined],
  [{ email_verification: 'required' }, undefined],
  [{ second_factor: 'optional' }, { second_factor: 'optional' }],
  [{ second_factor: 'encouraged' }, undefined],
  [{ second_factor: 'admins' }, undefined],
  [{ second_factor: null }, { second_factor: 'optional' }],
  [{ second_factor_grace_days: 8 }, { second_factor_grace_days: '8' }],
  [{ second_factor_grace_days: 7 }, undefined],
  [{ quarantine_days: 2 }, { quarantine_days: '2' }],
  [{ quarantine_days: 3 }, undefined],
  [{ session_idle_hours: 13 }, { session_idle_hours: '13' }],
  [{ session_idle_hours: 11 }, undefined],
  [{ session_absolute_hours: 25 }, { session_absolute_hours: '25' }],
  [{ session_absolute_hours: 23 }, undefined],
  [{ session_remember_days: 31 }, { session_remember_days: '31' }],
  [{ session_remember_days: 29 }, undefined],
  [{ password_min_length: 11 }, { password_min_length: '11' }],
  [{ password_min_length: 13 }, undefined],
  [{ activity_days: 364 }, { activity_days: '364' }],
  [{ activity_days: 366 }, undefined],
  [{ notification_days: 89 }, { notification_days: '89' }],
  [{ notification_days: 91 }, undefined],
  [
    { sign_up: 'open', quarantine_days: 4, activity_days: 365 },
    { sign_up: 'open', quarantine_days: '4' },
  ],
  [{ name: 'Vault', address: 'https://other.example' }, undefined],
  [
    { sign_up: 'open', name: null, address: 'https://other.example' },
    { sign_up: 'open', name: 'Twofold Two', address: 'https://other.example' },
  ],
])('settings %o loosen %o', async (body, loosened) => {
  const asked = await loosening({ body, policy, defaults } as never)
  expect(asked).toEqual(loosened && { act: 'loosen_rules', subject: undefined, reason: '', detail: loosened, about: [] })
})
