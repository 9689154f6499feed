import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { comparison, fullDay, lastMonth, shortDay } from './figure-text.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('a figure is compared with the period before in whole percent', () => {
  expect(comparison(142, 100, 30)).toBe('42% more than in the 30 days before')
  expect(comparison(1, 3, 7)).toBe('67% fewer than in the 7 days before')
  expect(comparison(5, 5, 7)).toBe('as many as in the 7 days before')
  expect(comparison(5, 0, 1)).toBe('none in the day before')
})

test('days and months are those of UTC', () => {
  expect([shortDay('2026-11-01'), fullDay('2026-11-01')]).toEqual(['Nov 1', 'Nov 1, 2026'])
  expect(lastMonth('2026-01-01T00:00:00Z')).toBe('December')
  expect(lastMonth('2026-03-31T23:59:59Z')).toBe('February')
})
