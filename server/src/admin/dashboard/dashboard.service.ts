import { recentDays } from '@twofold/contract/admin/dashboard'
import type { DashboardFigures } from '@twofold/contract/admin/dashboard'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { shareNext } from '../../platform/share-next.ts'
import { sumOf } from '../analytics/day-figures.service.ts'
import type { DayFiguresService } from '../analytics/day-figures.service.ts'
import { lastDays } from '../analytics/days.ts'
import type { Counted } from '../analytics/kept-figures.service.ts'
import type { HealthService } from '../system/health.service.ts'
import type { DashboardCounts, DashboardRepository } from './dashboard.repository.ts'

const day = 24 * 60 * 60 * 1000
const megabyte = 1024 * 1024

export interface DashboardServiceDeps {
  db: Db
  dashboard: (db: Db) => Pick<DashboardRepository, 'system'>
  counts: () => Promise<Counted<DashboardCounts>>
  days: Pick<DayFiguresService, 'between'>
  health: Pick<HealthService, 'lastStatus'>
  versions: { node: string; framework: string }
  clock: Clock
}

/** The figures that every screen of the back office shows in its header, and the dashboard in full. */
export function createDashboardService(deps: DashboardServiceDeps) {
  return {
    /** Every screen of the back office asks for them by itself: those who ask at the same time share an answer. */
    figures: shareNext(async (): Promise<DashboardFigures> => {
      const week = lastDays(deps.clock.now(), recentDays)
      const [{ figures: row, countedAt }, days, system, status] = await Promise.all([
        deps.counts(),
        deps.days.between(week.from, week.to),
        deps.dashboard(deps.db).system(new Date(deps.clock.now()), new Date(deps.clock.now() - day)),
        deps.health.lastStatus(),
      ])
      const recent = sumOf(days)
      return {
        counted_at: countedAt.toISOString(),
        users: {
          total: row.users,
          active: row.active,
          admins: row.admins,
          deactivated: row.users - row.active,
          inactive: row.users - row.active,
          recent_signups: recent.sign_ups,
          recent_logins: recent.sign_ins,
        },
        keys: { total: row.keys, recent: recent.keys_made },
        shares: { total: row.shares, recent: recent.shares_made },
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
    }),
  }
}

export type DashboardService = ReturnType<typeof createDashboardService>
