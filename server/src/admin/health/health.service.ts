import type { HealthStatus, SystemHealthReport } from '@twofold/contract/admin/health'
import { sentence } from '@twofold/contract/sentences/sentences'
import { alertAdministrators } from '../../platform/alert-administrators.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { NodeIdentity } from '../../platform/node-identity.ts'
import type { PinnedHosts } from '../../platform/outbound/pinned-host.ts'
import type { LivingNode } from '../../platform/nodes.ts'
import type { Tx } from '../../platform/transaction.ts'
import { worst } from '../../platform/health/finding.ts'
import type { HealthCheck } from '../../platform/health/health-check.ts'
import type { Transport } from './judge-transport.ts'
import type { DiskDaysRepository } from './disk-days.repository.ts'
import type { askTime, CheckRow, HealthRepository } from './health.repository.ts'
import type { HiddenNamesRepository } from './hidden-names.repository.ts'
import { createDiskUsage } from './disk-usage.service.ts'
import { createHealthChecks, type Verdict } from './health-checks.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const minute = 60_000

/** Milliseconds after which a health check that runs every minute has stopped. */
const staleAfter = 5 * minute

export interface HealthServiceDeps extends ServiceDeps {
  health: (db: Db) => HealthRepository
  hiddenNames: (db: Db) => HiddenNamesRepository
  /** Those of all nouns. */
  checks: readonly HealthCheck[]
  askTime: typeof askTime
  listNodes: () => Promise<LivingNode[]>
  dataDir: string
  diskDays: (db: Db) => DiskDaysRepository
  identity: Pick<NodeIdentity, 'ensure' | 'find'>
  /** The present transport: the address is a setting. */
  transport: () => Transport
  /** An address that an administrator typed may lead into the private network; one of the environment is the operator's own. */
  addressHosts: PinnedHosts
  ntpServer: { host: string; port: number } | undefined
  log: Log
}

const isTrouble = (status: HealthStatus) => status === 'warning' || status === 'critical'

/** Health of the installation: measured on request, and every minute, to notify administrators of changes. */
export function createHealthService(deps: HealthServiceDeps) {
  const { noteDisk } = createDiskUsage(deps)
  const { measure, titleOf, isOfSetUp } = createHealthChecks(deps)
  /**
   * Notifies administrators of new or changed trouble, and of the end of trouble that they were notified of. What was never set up is no news (decision
   * 0369). Returns whether they know of present trouble.
   */
  async function notifyChange(tx: Tx, { name, status, said }: Verdict, known: CheckRow | undefined, now: Date): Promise<boolean> {
    const wasAnnounced = known?.is_announced ?? false
    const isNews = known === undefined ? !isOfSetUp(name) : known.status !== status
    const isBad = isTrouble(status) && isNews
    const isGood = status === 'healthy' && wasAnnounced
    if (!isBad && !isGood) return wasAnnounced
    const message = [sentence(`health.title.${name}`), ...(isGood ? [sentence('health.again')] : []), ...said.message]
    await alertAdministrators(tx, { type: name, message, severity: isTrouble(status) ? status : 'info', time: now })
    return isBad
  }

  return {
    titleOf,
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
          const is_announced = await notifyChange(tx, verdict, state, now)
          const { name, status, message } = verdict
          rows.push({ name, status, message, since: state?.status === status ? state.since : now, checked_at: now, is_announced })
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
