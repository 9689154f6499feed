import { expect, test } from 'vitest'
import { beyondRetention } from './retention.ts'

const dayMs = 24 * 60 * 60 * 1000

test('two years with four backups a day: 7 days, 4 weeks and 12 months are kept, each by its newest', () => {
  const last = Date.parse('2026-11-25T21:00:00Z') // a Wednesday
  const stored = Array.from({ length: 2 * 365 * 4 }, (_, index) => ({ at: new Date(last - (index * dayMs) / 4) }))
  const gone = new Set(beyondRetention(stored))
  const kept = stored.filter((one) => !gone.has(one)).map(({ at }) => at.toISOString().slice(0, 13))
  expect(kept).toEqual([
    ...['25', '24', '23', '22', '21', '20', '19'].map((day) => `2026-11-${day}T21`),
    // With the 25th and the 22nd, the ends of four weeks.
    '2026-11-15T21',
    '2026-11-08T21',
    ...['10-31', '09-30', '08-31', '07-31', '06-30', '05-31', '04-30', '03-31', '02-28', '01-31'].map((day) => `2026-${day}T21`),
    '2025-12-31T21',
  ])
})

test('a copy that has been kept long is kept on while nothing newer takes its place', () => {
  const stored = [2019, 2021, 2026].map((year) => ({ at: new Date(`${year}-01-01T00:00:00Z`) }))
  expect(beyondRetention(stored)).toEqual([])
})
