import type { HealthCheckName, HealthStatus, SystemHealthReport } from '@twofold/contract/admin/health'
import { sentence } from '@twofold/contract/sentences/sentences'
import { alertAdministrators } from '../../platform/alert-administrators.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { NodeIdentity } from '../../platform/node-identity.ts'
import type { LivingNode } from '../../platform/nodes.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { Transport } from './health-rules.ts'
import { worst } from './verdict.ts'
import type { Verdict } from './verdict.ts'
import type { DiskDaysRepository } from './disk-days.repository.ts'
import type { CheckRow, HealthRepository, ProviderRow } from './health.repository.ts'
import type { HiddenNamesRepository } from './hidden-names.repository.ts'
import { createHealthChecks } from './health-checks.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const minute = 60_000

/** Milliseconds after which a health check that runs every minute has stopped. */
const staleAfter = 5 * minute

export interface HealthServiceDeps extends ServiceDeps {
  health: (db: Db) => HealthRepository
  hiddenNames: (db: Db) => HiddenNamesRepository
  /** Active e-mail providers. */
  listProviders: (now: Date) => Promise<ProviderRow[]>
  listNodes: () => Promise<LivingNode[]>
  dataDir: string
  diskDays: (db: Db) => DiskDaysRepository
  identity: Pick<NodeIdentity, 'ensure' | 'find'>
  /** The present transport: the address is a setting. */
  transport: () => Transport
  /** Approvals are switched off. */
  actsAlone: boolean
  ntpServer: { host: string; port: number } | undefined
  /** Backups are copied off the machine. */
  isOffSite: boolean
  log: Log
}

/** Name of each check in alerts and in `npm run doctor`. */
export const healthTitles: Record<HealthCheckName, string> = {
  database: 'Database',
  jobs: 'Background jobs',
  mail: 'E-mail',
  waiting_mail: 'Waiting e-mails',
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

/** Health of the installation: measured on request, and every minute, to notify administrators of changes. */
export function createHealthService(deps: HealthServiceDeps) {
  const { noteDisk, measure } = createHealthChecks(deps)
  async function notifyChange(tx: Tx, { name, status, said }: Verdict, was: HealthStatus, now: Date): Promise<void> {
    if (status === was || (!isTrouble(status) && !isTrouble(was))) return
    const message = [sentence(`health.title.${name}`), ...(isTrouble(status) ? [] : [sentence('health.again')]), ...said.message]
    await alertAdministrators(tx, { type: name, message, severity: isTrouble(status) ? status : 'info', time: now })
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
        server_time: deps.clock.date().toISOString(),
        last_run: runs.length === 0 ? null : new Date(Math.max(...runs)).toISOString(),
        ntp_server: deps.ntpServer?.host ?? null,
        nodes: nodes.map(({ started_at, load_percent, ...node }) => ({ ...node, since: started_at.toISOString(), load: load_percent })),
      }
    },
    /** For the job: measures, and notifies administrators of changes since the last run. */
    async check(): Promise<void> {
      await noteDisk().catch((error: unknown) => deps.log.warn({ err: error }, 'what is free on the disk could not be noted'))
      const verdicts = await measure()
      const now = deps.clock.date()
      await deps.transaction(async (tx) => {
        const health = deps.health(tx.db)
        await health.lockStates()
        const known = new Map((await health.states()).map((state) => [state.name, state]))
        const rows: CheckRow[] = []
        for (const verdict of verdicts) {
          const state = known.get(verdict.name)
          const before = state?.status ?? (isSetUp.has(verdict.name) ? verdict.status : 'healthy')
          await notifyChange(tx, verdict, before, now)
          const { name, status, message } = verdict
          rows.push({ name, status, message, since: state?.status === status ? state.since : now, checked_at: now })
        }
        await health.putStates(rows)
      })
    },
    /** Result of the last regular check, for the header: if checks have stopped, that is itself a warning. Unknown before the first one. */
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
