import { expect, test } from 'vitest'
import { daysBetween, relativeTime } from './relative-time.ts'

const now = new Date('2026-11-20T12:00:00').getTime()
const said = (at: string) => relativeTime(new Date(at).getTime(), now, 'en')

test('a near time is shown as its distance, a far one as nothing', () => {
  expect(said('2026-11-20T11:59:40')).toBe('now')
  expect(said('2026-11-20T11:58:00')).toBe('2 minutes ago')
  expect(said('2026-11-20T10:30:00')).toBe('1 hour ago')
  expect(said('2026-11-20T14:30:00')).toBe('in 2 hours')
  expect(said('2026-11-19T09:00:00')).toBe('yesterday')
  expect(said('2026-11-16T12:00:00')).toBe('4 days ago')
  expect(said('2026-11-13T11:00:00')).toBeUndefined()
})

test('days are those of the calendar', () => {
  expect(daysBetween(now, new Date('2026-11-19T23:59:59').getTime())).toBe(-1)
  expect(daysBetween(now, new Date('2026-11-20T00:00:00').getTime())).toBe(0)
  expect(daysBetween(now, new Date('2026-11-21T00:00:00').getTime())).toBe(1)
})
