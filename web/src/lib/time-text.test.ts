import { i18n } from '@lingui/core'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { utcTimeText } from './time-text.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each(['Pacific/Auckland', 'America/Los_Angeles', 'UTC'])(
  'a time in UTC names its zone and is on its day in UTC, for a reader in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(utcTimeText('2026-11-20T00:30:05Z')).toBe('Nov 20, 2026, 12:30:05 AM UTC')
    expect(utcTimeText('2026-11-20T23:59:59Z')).toBe('Nov 20, 2026, 11:59:59 PM UTC')
  },
)
