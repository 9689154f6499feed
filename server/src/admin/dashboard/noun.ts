import { recentDays } from '@twofold/contract/admin/dashboard'
import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun, type OffersOf } from '../../platform/ground/define-noun.ts'
import { lastDays } from '../../platform/days.ts'
import type { Analytics } from '../analytics/noun.ts'
import type { Health } from '../health/noun.ts'
import { createDashboardRepository } from './dashboard.repository.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { createDashboardService } from './dashboard.service.ts'

type Needs = Pick<Analytics, 'countedTotals' | 'dayFigures' | 'keptFigures'> & Pick<Health, 'health'>

/** The first screen of the back office. */
export const dashboard = defineNoun({
  name: 'admin/dashboard',
  owns: 'none',
  metrics: 'none',
  build(ground: Ground, { health, dayFigures, keptFigures, countedTotals }: Needs) {
    const { clock } = ground
    const service = createDashboardService({
      ...ground,
      dashboard: createDashboardRepository,
      counts: () => keptFigures.get('totals'),
      days: dayFigures,
      health,
      versions: { node: process.versions.node, framework: ground.server.version },
    })
    return {
      offers: { dashboard: service },
      routes: (app) => dashboardRoutes(app, service),
      jobs: 'none',
      events: 'none',
      hears: [countedTotals.answeredBy((on) => createDashboardRepository(on).count(clock.date(), lastDays(clock.now(), recentDays).since))],
      deletion: 'none',
      retention: 'none',
      health: 'none',
      running: 'none',
    }
  },
})

export type Dashboard = OffersOf<typeof dashboard>
