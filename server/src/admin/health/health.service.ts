import { statfs } from 'node:fs/promises'
import { healthLimits } from '@twofold/contract/admin/health'
import type { HealthCheckName, HealthStatus, SystemHealthReport } from '@twofold/contract/admin/health'
import { defaultBackupSchedule } from '@twofold/contract/admin/backups'
import { sentence } from '@twofold/contract/sentences/sentences'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { NodeIdentity } from '../../platform/node-identity.ts'
import type { LivingNode } from '../../platform/nodes.ts'
import { readCertificateEnd } from '../../platform/outbound/certificate.ts'
import { measureOffset } from '../../platform/outbound/sntp.ts'
import type { Transaction, Tx } from '../../platform/transaction.ts'
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
import type { Comparison, Transport } from './health-rules.ts'
import { judgeBackup } from './judge-backup.ts'
import type { LastBackup, LastCopy } from './judge-backup.ts'
import { judgeDisk } from './judge-disk.ts'
import type { Disk } from './judge-disk.ts'
import { worst } from './verdict.ts'
import type { Verdict } from './verdict.ts'
import type { DiskDaysRepository } from './disk-days.repository.ts'
import type { CheckRow, HealthRepository, ProviderRow } from './health.repository.ts'
import type { HiddenNamesRepository } from './hidden-names.repository.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Milliseconds for which an answer of the time server holds, and for which it is left alone after none. */
const comparedFor = 15 * minute
const failedFor = minute
/** Milliseconds for which the end of a certificate is not asked again. */
const certificateFor = 60 * minute

/** Days before today by which the disk is judged. */
const trendDays = 14

/** Milliseconds after which a health check that runs every minute has stopped. */
const staleAfter = 5 * minute

export interface HealthServiceDeps {
  db: Db
  transaction: Transaction
  health: (db: Db) => HealthRepository
  hiddenNames: (db: Db) => HiddenNamesRepository
  /** The e-mail providers that are switched on. */
  listProviders: (now: Date) => Promise<ProviderRow[]>
  listNodes: () => Promise<LivingNode[]>
  dataDir: string
  diskDays: (db: Db) => DiskDaysRepository
  identity: Pick<NodeIdentity, 'ensure' | 'find'>
  /** As it is now: the address is a setting. */
  transport: () => Transport
  /** Approvals are switched off. */
  actsAlone: boolean
  ntpServer: { host: string; port: number } | undefined
  /** Backups are copied off the machine. */
  isOffSite: boolean
  clock: Clock
  log: Log
}

/** What a check is called in alerts and by `npm run doctor`. */
export const healthTitles: Record<HealthCheckName, string> = {
  database: 'Database',
  jobs: 'Background jobs',
  mail: 'Mail',
  waiting_mail: 'Waiting mail',
  providers: 'E-mail providers',
  disk: 'Disk',
  clock: 'Clock',
  backup: 'Backup',
  names: 'Names',
  transport: 'Connection',
  approvals: 'Approvals',
  database_role: 'Database role',
  audit: 'Audit log',
  streams: 'Streams of the audit log',
  months: 'Months ahead',
}

/** Checks of the set-up. Their first result is not a change, so it causes no notification. */
const isSetUp: ReadonlySet<HealthCheckName> = new Set(['providers', 'backup', 'transport', 'database_role'])

const isTrouble = (status: HealthStatus) => status === 'warning' || status === 'critical'

/** How everything is: measured whenever somebody asks, and every minute, so that administrators are told when it turns. */
export function createHealthService(deps: HealthServiceDeps) {
  let compared: { answer: Comparison; until: number } | undefined

  async function compare(): Promise<Comparison | undefined> {
    if (deps.ntpServer === undefined) return undefined
    const now = deps.clock.now()
    if (compared !== undefined && compared.until > now) return compared.answer
    try {
      compared = { answer: { seconds: (await measureOffset(deps.ntpServer, deps.clock)) / 1000 }, until: now + comparedFor }
    } catch (error) {
      deps.log.warn({ err: error }, 'the time server cannot be asked')
      compared = { answer: { error: (error as Error).message }, until: now + failedFor }
    }
    return compared.answer
  }

  /** Of the machine that looks; of the database's own, when that is elsewhere, nothing is known here. */
  async function measureDisk(): Promise<Disk | undefined> {
    try {
      const { bavail, blocks, bsize } = await statfs(deps.dataDir)
      return { free: bavail * bsize, total: blocks * bsize }
    } catch (error) {
      deps.log.warn({ err: error }, 'the disk cannot be measured')
      return undefined
    }
  }

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

  const today = () => new Date(deps.clock.now()).toISOString().slice(0, 10)

  async function listDiskDays() {
    const node = await deps.identity.find()
    return node === undefined ? [] : deps.diskDays(deps.db).list(node, today(), trendDays)
  }

  /** For the trend of the days to come. */
  async function noteDisk(): Promise<void> {
    const disk = await measureDisk()
    if (disk !== undefined) await deps.diskDays(deps.db).put(await deps.identity.ensure(), today(), disk.free)
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

  async function tellChange(tx: Tx, { name, status, said }: Verdict, was: HealthStatus, now: Date): Promise<void> {
    if (status === was || (!isTrouble(status) && !isTrouble(was))) return
    const text = [sentence(`health.title.${name}`), ...(isTrouble(status) ? [] : [sentence('health.again')]), ...said.message]
    await tx.emit('admin.system.alert', {
      data: {
        'alert.type': name,
        'alert.message': text,
        'alert.severity': isTrouble(status) ? status : 'info',
        'alert.time': now.toISOString(),
      },
    })
  }

  return {
    async report(): Promise<SystemHealthReport> {
      const [verdicts, states, nodes] = await Promise.all([measure(), deps.health(deps.db).states(), deps.listNodes()])
      const known = new Map(states.map((state) => [state.name, state]))
      const runs = states.map(({ checked_at }) => checked_at.getTime())
      return {
        status: worst(verdicts.map(({ status }) => status)),
        checks: verdicts.map((verdict) => {
          const state = known.get(verdict.name)
          const remedy = isTrouble(verdict.status) ? (verdict.remedy ?? null) : null
          return { items: [], ...verdict, remedy, since: state?.status === verdict.status ? state.since.toISOString() : null }
        }),
        server_time: new Date(deps.clock.now()).toISOString(),
        last_run: runs.length === 0 ? null : new Date(Math.max(...runs)).toISOString(),
        ntp_server: deps.ntpServer?.host ?? null,
        nodes: nodes.map(({ started_at, load_percent, ...node }) => ({ ...node, since: started_at.toISOString(), load: load_percent })),
      }
    },

    /** For the job: measures, and tells administrators of what has turned since it last did. */
    async check(): Promise<void> {
      await noteDisk().catch((error: unknown) => deps.log.warn({ err: error }, 'what is free on the disk could not be noted'))
      const verdicts = await measure()
      const now = new Date(deps.clock.now())
      await deps.transaction(async (tx) => {
        const health = deps.health(tx.db)
        await health.lockStates()
        const known = new Map((await health.states()).map((state) => [state.name, state]))
        const rows: CheckRow[] = []
        for (const verdict of verdicts) {
          const state = known.get(verdict.name)
          const before = state?.status ?? (isSetUp.has(verdict.name) ? verdict.status : 'healthy')
          await tellChange(tx, verdict, before, now)
          const { name, status, message } = verdict
          rows.push({ name, status, message, since: state?.status === status ? state.since : now, checked_at: now })
        }
        await health.putStates(rows)
      })
    },

    /** As the regular check left it, for the header: one that has stopped running is itself a warning. Unknown before the first one. */
    async lastStatus(): Promise<HealthStatus> {
      const states = await deps.health(deps.db).states()
      if (states.length === 0) return 'unknown'
      const newest = Math.max(...states.map(({ checked_at }) => checked_at.getTime()))
      const found = worst(states.map(({ status }) => status))
      return deps.clock.now() - newest > staleAfter ? worst([found, 'warning']) : found
    },
  }
}

export type HealthService = ReturnType<typeof createHealthService>
