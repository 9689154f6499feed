import { expect, test } from 'vitest'
import { quietFor } from './quiet-hours.ts'

const night = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' }
const endOf = (hours: typeof night, now: string) => new Date(Date.parse(now) + quietFor(hours, new Date(now))).toISOString()

test.each([
  ['on a usual night', night, '2026-11-20T22:30:00Z', '2026-11-21T06:00:00.000Z'],
  ['at their beginning', night, '2026-11-20T21:00:00Z', '2026-11-21T06:00:00.000Z'],
  ['when clocks go back meanwhile', night, '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
  ['when clocks go forward meanwhile', night, '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['within one day', { ...night, from: '12:00', to: '14:00' }, '2026-11-20T12:15:00Z', '2026-11-20T13:00:00.000Z'],
  ['that are to end at a time that is skipped', { ...night, to: '02:30' }, '2026-03-29T00:00:00Z', '2026-03-29T01:30:00.000Z'],
])('quiet hours %s end when clocks there show it', (_, hours, now, end) => {
  expect(endOf(hours, now)).toBe(end)
})

test.each(['2026-11-20T20:59:59Z', '2026-11-21T06:00:00Z', '2026-10-25T06:00:00Z'])('%s lies outside of them', (now) => {
  expect(quietFor(night, new Date(now))).toBe(0)
})
