import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endText, timeText } from './exact-time.ts'
import { agoText, utcColumnText, utcTimeText } from './time-text.ts'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

afterEach(() => {
  vi.useRealTimers()
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

test.each(['en', 'de'])('every date is written alike in %s: moments, days in UTC, and days long ago', (locale) => {
  vi.stubEnv('TZ', 'UTC')
  i18n.loadAndActivate({ locale, messages: {} })
  const at = '2026-11-02T09:05:07Z'
  const day = i18n.date(at, { dateStyle: 'medium' })
  expect(timeText(at)).toBe(i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' }))
  for (const text of [timeText(at), utcColumnText(at), utcTimeText(at), agoText(at, Date.parse('2027-01-01'))]) expect(text).toContain(day)
})

test('an end today is a time, and a later one a day', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 2, 9) })
  expect(endText(new Date(2026, 10, 2, 9, 30).toISOString())).toBe('9:30 AM')
  expect(endText(new Date(2026, 10, 3, 9, 30).toISOString())).toBe('Nov 3, 2026')
})
