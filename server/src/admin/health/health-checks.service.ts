import { healthLimits } from '@twofold/contract/admin/health-limits'
import { defaultBackupSchedule } from '@twofold/contract/admin/backups'
import { readCertificateEnd } from '../../platform/outbound/certificate.ts'
import {
  judgeApprovals,
  judgeAudit,
  judgeClock,
  judgeDatabase,
  judgeDatabaseRole,
  judgeJobs,
  judgeMail,
  judgeMonths,
  judgeNames,
  judgeProviders,
  judgeStreams,
  judgeTransport,
  judgeWaitingMail,
} from './health-rules.ts'
import { judgeBackup } from './judge-backup.ts'
import type { LastBackup, LastCopy } from './judge-backup.ts'
import { judgeDisk } from './judge-disk.ts'
import type { Verdict } from './verdict.ts'
import type { HealthServiceDeps } from './health.service.ts'
import { createClockComparison } from './clock-comparison.service.ts'
import { createDiskUsage } from './disk-usage.service.ts'

const minute = 60_000

const day = 24 * 60 * minute

/** Milliseconds for which the end of a certificate is not asked again. */
const certificateFor = 60 * minute

/** Runs the health checks. */
export function createHealthChecks(deps: HealthServiceDeps) {
  const { compare } = createClockComparison(deps)
  const disk = createDiskUsage(deps)
  const { measureDisk, listDiskDays, noteDisk } = disk
  let certificate: { address: string; end: Date | undefined; until: number } | undefined

  /** Asked once an hour, and again when the address changes. */
  async function findCertificateEnd(): Promise<Date | undefined> {
    const { address } = deps.transport()
    const now = deps.clock.now()
    if (!address.startsWith('https:')) return undefined
    if (certificate === undefined || certificate.address !== address || certificate.until < now)
      certificate = { address, end: await readCertificateEnd(address), until: now + certificateFor }
    return certificate.end
  }

  async function findLastBackup(): Promise<LastBackup | undefined> {
    const row = await deps.health(deps.db).findLastBackup()
    return row?.finished_at ? { at: row.finished_at, error: row.error } : undefined
  }

  /** Undefined: no copies are made. */
  async function findLastCopy(): Promise<LastCopy | undefined> {
    if (!deps.isOffSite) return undefined
    const { made_at: at, frequency } = await deps.health(deps.db).findLastCopy()
    return { at: at ?? undefined, isDaily: (frequency ?? defaultBackupSchedule.frequency) === 'daily' }
  }

  async function measure(): Promise<Verdict[]> {
    const health = deps.health(deps.db)
    const latency = await health.latency()
    const now = deps.clock.now()
    const [figures, providers, disk, diskDays, ntp, backup, copy, names, certificateEnd] = await Promise.all([
      health.figures(new Date(now - day), new Date(now - healthLimits.mailHours.warning * 60 * minute)),
      deps.listProviders(new Date(now)),
      measureDisk(),
      listDiskDays(),
      compare(),
      findLastBackup(),
      findLastCopy(),
      deps.hiddenNames(deps.db).list(),
      findCertificateEnd(),
    ])
    const fromDatabase = (figures.database_time.getTime() - deps.clock.now()) / 1000
    return [
      judgeDatabase(latency, figures),
      judgeJobs(figures),
      judgeMail(figures),
      judgeWaitingMail(figures, providers, now),
      judgeProviders(providers),
      judgeDisk(disk, diskDays),
      judgeClock(fromDatabase, ntp, deps.ntpServer?.host),
      judgeBackup(backup, now, copy),
      judgeNames(names),
      judgeTransport(deps.transport(), now, certificateEnd),
      judgeDatabaseRole(figures),
      judgeApprovals(deps.actsAlone),
      judgeAudit(figures),
      judgeStreams(figures),
      judgeMonths(figures),
    ]
  }

  return {
    measure,
    noteDisk,
  }
}
