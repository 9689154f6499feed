import { type DashboardFigures, recentDays } from '@twofold/contract/admin/dashboard'
import type { Db } from '../../platform/database.ts'
import { shareRecent } from '../../platform/share-recent.ts'
import type { DayFiguresService } from '../analytics/day-figures.service.ts'
import { lastDays } from '../../platform/days.ts'
import type { Counted } from '../analytics/kept-figures.service.ts'
import type { HealthService } from '../health/health.service.ts'
import type { DashboardCounts } from '../analytics/dashboard-counts.ts'
import type { DashboardRepository } from './dashboard.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const day = 24 * 60 * 60 * 1000
const megabyte = 1024 * 1024

/** Milliseconds. What another node or a job changed is seen this much later at most. */
const keptMs = 1000

export interface DashboardServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  dashboard: (db: Db) => Pick<DashboardRepository, 'system'>
  counts: () => Promise<Counted<DashboardCounts>>
  days: Pick<DayFiguresService, 'signInsSince'>
  health: Pick<HealthService, 'lastStatus'>
  versions: { node: string; framework: string }
}

/** The figures that every screen of the back office shows in its header, and the dashboard in full. */
export function createDashboardService(deps: DashboardServiceDeps) {
  /** Every screen of the back office asks for them by itself: those who ask at about the same time share an answer. */
  const figures = shareRecent(
    async (): Promise<DashboardFigures> => {
      const [{ figures: row, countedAt }, signIns, system, status] = await Promise.all([
        deps.counts(),
        deps.days.signInsSince(lastDays(deps.clock.now(), recentDays).since),
        deps.dashboard(deps.db).system(deps.clock.date(), new Date(deps.clock.now() - day)),
        deps.health.lastStatus(),
      ])
      return {
        counted_at: countedAt.toISOString(),
        users: {
          total: row.users,
          active: row.active,
          admins: row.admins,
          deactivated: row.users - row.active,
          inactive: row.users - row.active,
          recent_signups: row.recent_users,
          recent_logins: signIns,
        },
        keys: { total: row.keys, recent: row.recent_keys },
        shares: { total: row.shares, recent: row.recent_shares },
        sessions: { active: row.sessions },
        system: {
          node_version: deps.versions.node,
          framework_version: deps.versions.framework,
          database_version: system.database_version.split(' ')[0] ?? system.database_version,
          database_size: Math.round((system.database_bytes / megabyte) * 10) / 10,
          recovery_codes: row.recovery_codes,
          unused_recovery_codes: row.unused_recovery_codes,
        },
        email: { failed_emails_24h: system.failed_emails },
        health: { status },
        maintenance: system.maintenance && { until: new Date(system.maintenance.ends_at).toISOString() },
      }
    },
    { keptMs, clock: deps.clock },
  )
  return {
    figures: figures.get,
    /** A request changed something. */
    forget: figures.forget,
  }
}

export type DashboardService = ReturnType<typeof createDashboardService>
