import type { BackupSchedule } from '@twofold/contract/admin/backups'

const hourMilliseconds = 60 * 60 * 1000

/** The newest moment of the schedule that is not after `now`; undefined when it is off. Milliseconds since 1970. */
export function latestSlot(schedule: BackupSchedule, now: number): number | undefined {
  return slots(schedule, now, -1).find((slot) => slot <= now)
}

/** The first one after `now`. */
export function nextSlot(schedule: BackupSchedule, now: number): number | undefined {
  return slots(schedule, now, 1).find((slot) => slot > now)
}

/** The slots of the week before or after, today's first. */
function slots({ frequency, weekday, hour }: BackupSchedule, now: number, direction: 1 | -1): number[] {
  if (frequency === 'off') return []
  const midnight = new Date(now).setUTCHours(0, 0, 0, 0)
  return Array.from({ length: 8 }, (_, days) => midnight + direction * days * 24 * hourMilliseconds + hour * hourMilliseconds).filter(
    (slot) => frequency === 'daily' || new Date(slot).getUTCDay() === weekday,
  )
}
