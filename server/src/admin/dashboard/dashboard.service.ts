import type { DashboardFigures } from '@twofold/contract/admin/dashboard'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Counted } from '../analytics/kept-figures.service.ts'
import type { HealthService } from '../system/health.service.ts'
import type { DashboardCounts, DashboardRepository } from './dashboard.repository.ts'

const day = 24 * 60 * 60 * 1000
const megabyte = 1024 * 1024

export interface DashboardServiceDeps {
  db: Db
  dashboard: (db: Db) => Pick<DashboardRepository, 'system'>
  counts: () => Promise<Counted<DashboardCounts>>
  health: Pick<HealthService, 'lastStatus'>
  versions: { node: string; framework: string }
  clock: Clock
}

/** The figures that every screen of the back office shows in its header, and the dashboard in full. */
export function createDashboardService(deps: DashboardServiceDeps) {
  return {
    async figures(): Promise<DashboardFigures> {
      const [{ figures: row, countedAt }, system, status] = await Promise.all([
        deps.counts(),
        deps.dashboard(deps.db).system(new Date(deps.clock.now()), new Date(deps.clock.now() - day)),
        deps.health.lastStatus(),
      ])
      return {
        counted_at: countedAt.toISOString(),
        users: {
          total: row.users,
          active: row.active,
          admins: row.admins,
          inactive: row.users - row.active,
          recent_signups: row.recent_signups,
          recent_logins: row.recent_logins,
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
  }
}

export type DashboardService = ReturnType<typeof createDashboardService>
