import { defaultBackupSchedule } from '@twofold/contract/admin/backups'
import { sql } from 'kysely'
import { defineCheck } from '../../platform/health/health-check.ts'
import { judgeBackup } from './judge-backup.ts'

/** The last backup that ended, well or not, when the newest that has a copy off the machine was made, and how often backups are made. In seconds since 1970. */
interface BackupFigures {
  finished_at: number | null
  error: string | null
  copied_at: number | null
  frequency: string | null
}

/** Clocks of nodes differ a little. */
const latest = (now: number) => new Date(now + 5 * 60_000)

const timeOf = (seconds: number) => new Date(Math.round(seconds * 1000))

/** Whether there is a recent backup. `isOffSite`: they are copied off the machine. */
export const backupCheck = (isOffSite: boolean) =>
  defineCheck({
    name: 'backup',
    title: 'Backup',
    isOfSetUp: true,
    // A backup of a time when the clock was ahead would be the newest one, and a good one, until that time comes.
    question: (now) => sql<BackupFigures>`
      select ended.finished_at, ended.error,
        (select extract(epoch from max(created_at))::float8 from backups
          where location = 's3' and state = 'completed' and created_at <= ${latest(now)}) as copied_at,
        (select value ->> 'frequency' from installation_settings where name = 'backups') as frequency
      from (select) one left join (
        select extract(epoch from finished_at)::float8 as finished_at, error from backups
        where state in ('completed', 'failed') and location = 'local' and created_at <= ${latest(now)} order by created_at desc, id desc limit 1
      ) ended on true`,
    judge({ row: { finished_at: ended, error, copied_at: copied, frequency }, now }) {
      const copy = {
        at: copied === null ? undefined : timeOf(copied),
        isDaily: (frequency ?? defaultBackupSchedule.frequency) === 'daily',
      }
      return judgeBackup(ended === null ? undefined : { at: timeOf(ended), error }, now, isOffSite ? copy : undefined)
    },
  })
