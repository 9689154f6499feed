import type { BackupSchedule } from '@twofold/contract/admin/backups'
import { expect, test } from 'vitest'
import { latestSlot, nextSlot } from './schedule-slots.ts'

const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString())
const at = (text: string) => Date.parse(text)
const daily: BackupSchedule = { frequency: 'daily', weekday: 0, hour: 3, keep: 7 }
const weekly: BackupSchedule = { ...daily, frequency: 'weekly', weekday: 6 }

test.each([
  [daily, '2026-11-21T02:59:59Z', '2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z'],
  [daily, '2026-11-21T03:00:00Z', '2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
  // The 21st is a Saturday.
  [weekly, '2026-11-21T02:59:59Z', '2026-11-14T03:00:00.000Z', '2026-11-21T03:00:00.000Z'],
  [weekly, '2026-11-21T03:00:00Z', '2026-11-21T03:00:00.000Z', '2026-11-28T03:00:00.000Z'],
  [weekly, '2026-11-25T12:00:00Z', '2026-11-21T03:00:00.000Z', '2026-11-28T03:00:00.000Z'],
  [{ ...daily, frequency: 'off' } as const, '2026-11-25T12:00:00Z', undefined, undefined],
])('a %o has at %s the moments before and after it', (schedule, now, before, after) => {
  expect([iso(latestSlot(schedule, at(now))), iso(nextSlot(schedule, at(now)))]).toEqual([before, after])
})
