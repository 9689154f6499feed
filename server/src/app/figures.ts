import { inactiveDays, recentDays } from '@twofold/contract/admin/dashboard'
import { analyticsRoutes } from '../admin/analytics/analytics.routes.ts'
import { createAnalyticsService } from '../admin/analytics/analytics.service.ts'
import { createDayFiguresRepository } from '../admin/analytics/day-figures.repository.ts'
import { createDayFiguresService } from '../admin/analytics/day-figures.service.ts'
import { lastDays } from '../admin/analytics/days.ts'
import { createGrowthRepository } from '../admin/analytics/growth.repository.ts'
import { createKeptFiguresRepository } from '../admin/analytics/kept-figures.repository.ts'
import { createKeptFiguresService } from '../admin/analytics/kept-figures.service.ts'
import { createRisksRepository } from '../admin/analytics/risks.repository.ts'
import { createRisksService, riskTimes } from '../admin/analytics/risks.service.ts'
import { createStandingRepository } from '../admin/analytics/standing.repository.ts'
import { createDashboardRepository } from '../admin/dashboard/dashboard.repository.ts'
import { dashboardRoutes } from '../admin/dashboard/dashboard.routes.ts'
import { createDashboardService } from '../admin/dashboard/dashboard.service.ts'
import { createUsersRepository } from '../admin/users/users.repository.ts'
import type { DashboardServiceDeps } from '../admin/dashboard/dashboard.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Transaction } from '../platform/transaction.ts'

const day = 24 * 60 * 60 * 1000

export interface FiguresDeps {
  db: Db
  /** For jobs that read everything there is. */
  patientDb: Db
  transaction: Transaction
  jobs: Pick<Jobs, 'define'>
  health: DashboardServiceDeps['health']
  versions: { node: string; framework: string }
  clock: Clock
}

/** The dashboard and the analytics, wired, and the jobs that count for them. */
export function createFigures({ db, patientDb, transaction, jobs, health, versions, clock }: FiguresDeps) {
  const now = () => new Date(clock.now())
  const daysAgo = (days: number) => new Date(clock.now() - days * day)
  const kept = createKeptFiguresService({
    db,
    patientDb,
    kept: createKeptFiguresRepository,
    counts: {
      totals: (on: Db) => createDashboardRepository(on).count(now(), lastDays(clock.now(), recentDays).since),
      growth: (on: Db) => createGrowthRepository(on).count(now()),
      standing: (on: Db) => createStandingRepository(on).count(now(), daysAgo(inactiveDays)),
      people: (on: Db) => createUsersRepository(on).countByKind(),
      risks: (on: Db) => createRisksRepository(on).count(riskTimes(clock.now())),
    },
    clock,
  })
  const days = createDayFiguresService({
    db,
    patientDb,
    figures: createDayFiguresRepository,
    growth: async (since) => (await kept.getKept('growth'))?.figures ?? createGrowthRepository(db).count(now(), since),
    clock,
  })
  const dashboard = createDashboardService({
    db,
    dashboard: createDashboardRepository,
    counts: () => kept.get('totals'),
    days,
    health,
    versions,
    clock,
  })
  const analytics = createAnalyticsService({
    db,
    transaction,
    days,
    standing: () => kept.get('standing'),
    people: createStandingRepository,
    clock,
  })
  const risks = createRisksService({ db, transaction, risks: createRisksRepository, counts: () => kept.get('risks'), clock })
  jobs.define({ name: 'figures.days', schedule: '3 * * * *', batchSize: 1, expireInSeconds: 3600, run: () => days.rollUp() })
  jobs.define({ name: 'figures.renew', schedule: '*/5 * * * *', batchSize: 1, expireInSeconds: 600, run: () => kept.renew() })

  return {
    people: () => kept.get('people'),
    isLarge: kept.isLarge,
    services: { dayFigures: days, keptFigures: kept },
    dashboard,
    serve(app: App): void {
      dashboardRoutes(app, dashboard)
      analyticsRoutes(app, { analytics, risks })
    },
  }
}
