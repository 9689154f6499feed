import type { Accounts } from '../accounts/noun.ts'
import type { Keys } from '../keys/noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { createHook } from '../platform/hook.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import type { Sharing } from '../sharing/noun.ts'
import { createReviewAnswersService } from './review-answers.service.ts'
import { createReviewItemsRepository } from './review-items.repository.ts'
import { createReviewScheduleService, type ReviewScheduleDeps } from './review-schedule.service.ts'
import { createReviewsRepository } from './reviews.repository.ts'
import { reviewsRoutes } from './reviews.routes.ts'
import { createReviewsService } from './reviews.service.ts'
import { reviewsJob } from './review-start.service.ts'

/** Reviews of access: owners say who keeps it, and sharing ends the rest. */
export const reviews = defineNoun({
  name: 'reviews',
  owns: ['review_items', 'review_owners', 'review_standing', 'reviews'],
  metrics: 'none',
  build(ground: Ground, needs: Pick<Accounts, 'activity'> & Pick<Keys, 'access'> & Pick<Sharing, 'grants' | 'groups'>) {
    /** A review is over. */
    const reviewEnded = createHook<Parameters<ReviewScheduleDeps['notifyAdministrators']>>('reviews that ended')
    const base = {
      ...ground,
      ...needs,
      reviews: createReviewsRepository,
      items: createReviewItemsRepository,
      notifyAdministrators: reviewEnded.run,
    }
    const service = createReviewsService(base)
    const answers = createReviewAnswersService(base)
    const schedule = createReviewScheduleService(base)
    return {
      offers: { reviews: service, reviewSchedule: schedule, reviewEnded },
      routes: (app) => reviewsRoutes(app, { reviews: service, answers }),
      jobs: [{ name: reviewsJob, schedule: '*/10 * * * *', batchSize: 1, expireInSeconds: 3600, run: () => schedule.run() }],
      events: 'none',
      hears: 'none',
      deletion: { goes: ['review_owners', 'reviews'], forgets: ['review_items', 'reviews'] },
      retention: 'none',
      health: 'none',
      running: 'none',
    }
  },
})

export type Reviews = OffersOf<typeof reviews>
