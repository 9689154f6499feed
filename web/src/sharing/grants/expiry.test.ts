import { expect, test } from 'vitest'
import { dayOf } from '../../lib/day-field.ts'
import { expiryTime } from './expiry.ts'

const now = Date.parse('2026-11-21T10:00:00Z')

test('days are counted from now, to the second', () => {
  expect(expiryTime('1', '', now)).toBe('2026-11-22T10:00:00.000Z')
  expect(expiryTime('30', '', now)).toBe('2026-12-21T10:00:00.000Z')
})

test('never is null, and a date that is not there yet is nothing', () => {
  expect(expiryTime('never', '2026-12-01', now)).toBeNull()
  expect(expiryTime('date', '', now)).toBeUndefined()
})

test('a date lasts until its day ends where the owner is', () => {
  const end = expiryTime('date', '2026-12-01', now) ?? ''
  expect(dayOf(Date.parse(end))).toBe('2026-12-01')
  expect(dayOf(Date.parse(end) + 1000)).toBe('2026-12-02')
})
