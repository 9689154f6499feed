import { inactiveDays } from '@twofold/contract/admin/analytics'
import type { Db } from '../../platform/database.ts'
import type { Ground } from '../../platform/ground/ground.ts'
import { createQuestion } from '../../platform/hook.ts'
import { day } from '../../platform/days.ts'
import { defineNoun, type OffersOf } from '../../platform/ground/define-noun.ts'
import { analyticsRoutes } from './analytics.routes.ts'
import { createAnalyticsService } from './analytics.service.ts'
import type { DashboardCounts, PeopleCounts } from './dashboard-counts.ts'
import { createDayFiguresRepository } from './day-figures.repository.ts'
import { createDayFiguresService } from './day-figures.service.ts'
import { createGrowthRepository } from './growth.repository.ts'
import { createKeptFiguresRepository } from './kept-figures.repository.ts'
import { createKeptFiguresService } from './kept-figures.service.ts'
import { createRisksRepository, hasOneHolder, wasNeverUsed } from './risks.repository.ts'
import { createRisksService, riskTimes } from './risks.service.ts'
import { createStandingRepository } from './standing.repository.ts'

/** Totals and daily figures, counted by jobs. */
export const analytics = defineNoun({
  name: 'admin/analytics',
  owns: ['counted_users', 'day_figures', 'day_figures_progress', 'kept_figures'],
  metrics: 'none',
  build(ground: Ground) {
    const { db, clock } = ground
    // Nouns above this one count what they show.
    const totals = createQuestion<[on: Db], Promise<DashboardCounts>>('the totals of the dashboard')
    const people = createQuestion<[on: Db], Promise<PeopleCounts>>('how many users there are')
    const kept = createKeptFiguresService({
      ...ground,
      kept: createKeptFiguresRepository,
      counts: {
        totals: totals.ask,
        people: people.ask,
        growth: (on: Db) => createGrowthRepository(on).count(clock.date()),
        standing: (on: Db) => createStandingRepository(on).count(clock.date(), new Date(clock.now() - inactiveDays * day)),
        risks: (on: Db) => createRisksRepository(on).count(riskTimes(clock.now())),
      },
    })
    const days = createDayFiguresService({
      ...ground,
      figures: createDayFiguresRepository,
      growth: async (since) => (await kept.getKept('growth'))?.figures ?? createGrowthRepository(db).count(clock.date(), since),
    })
    const service = createAnalyticsService({ ...ground, days, standing: () => kept.get('standing'), people: createStandingRepository })
    const risks = createRisksService({ ...ground, risks: createRisksRepository, counts: () => kept.get('risks') })
    return {
      offers: {
        dayFigures: days,
        keptFigures: kept,
        countedTotals: totals,
        countedPeople: people,
        riskConditions: { hasOneHolder, wasNeverUsed },
      },
      routes: (app) => analyticsRoutes(app, { analytics: service, risks }),
      jobs: [
        {
          step: 'figures of days',
          run: () => days.rollUp(),
          counts: ['activity', 'email_logs', 'key_copies', 'key_usage', 'sign_in_failures'],
        },
        { name: 'figures.days', schedule: '3 * * * *', batchSize: 1, expireInSeconds: 3600, run: () => days.rollUp() },
        { name: 'figures.renew', schedule: '*/5 * * * *', batchSize: 1, expireInSeconds: 600, run: () => kept.renew() },
      ],
      events: 'none',
      hears: 'none',
      deletion: 'none',
      retention: 'none',
      health: 'none',
      running: 'none',
    }
  },
})

export type Analytics = OffersOf<typeof analytics>
