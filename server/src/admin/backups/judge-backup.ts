import { healthLimits } from '@twofold/contract/admin/health-limits'
import { sentence } from '@twofold/contract/sentences/sentences'
import { inUtc } from '../../platform/utc-time.ts'
import { wordTrouble } from '../../platform/backup/explain-backup-failure.ts'
import { above, type Finding, worded, worst } from '../../platform/health/finding.ts'

const { backupDays, offSiteDays } = healthLimits

const dayMs = 24 * 60 * 60 * 1000

export interface LastBackup {
  at: Date
  /** Reason of its failure; null: it did not fail. */
  error: string | null
}

/** Time of the newest off-site copy, if copies are made at all. */
export interface LastCopy {
  at: Date | undefined
  /** Whether backups are made daily; otherwise they may be a week old. */
  isDaily: boolean
}

/** `copy` undefined: backups are only on the machine. */
export function judgeBackup(last: LastBackup | undefined, now: number, copy?: LastCopy): Finding {
  const here = judgeLastBackup(last, now)
  if (copy === undefined || last === undefined) return here
  const limit = copy.isDaily ? offSiteDays : backupDays
  const days = (now - (copy.at ?? new Date(0)).getTime()) / dayMs
  const time = copy.at === undefined ? '' : inUtc(copy.at)
  const copySentence = copy.at === undefined ? sentence('health.no_copy') : sentence('health.copy_made', { time })
  const status = worst([here.status, above(days, limit)])
  const { value, message } = here.said
  return { ...here, status, ...worded(value[0] ?? copySentence, ...message, copySentence) }
}

function judgeLastBackup(last: LastBackup | undefined, now: number): Finding {
  const remedy = '/admin/backups'
  if (last === undefined)
    return {
      status: 'warning',
      ...worded(sentence('health.never'), sentence('health.no_backup')),
      remedy,
    }
  const time = inUtc(last.at)
  if (last.error !== null)
    return {
      status: 'critical',
      ...worded(sentence('health.backup_failed_at', { time }), sentence('health.backup_failed', { time }), ...wordTrouble(last.error)),
      remedy,
    }
  const days = (now - last.at.getTime()) / dayMs
  return {
    status: above(days, backupDays),
    ...worded(sentence('health.time', { time }), sentence('health.backup_made', { time })),
    remedy,
  }
}
