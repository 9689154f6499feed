import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Transaction } from '../platform/transaction.ts'
import { createReviewAnswersService } from '../reviews/review-answers.service.ts'
import { createReviewItemsRepository } from '../reviews/review-items.repository.ts'
import { createReviewTurnsService } from '../reviews/review-turns.service.ts'
import type { ReviewTurnsDeps } from '../reviews/review-turns.service.ts'
import { createReviewsRepository } from '../reviews/reviews.repository.ts'
import { reviewsRoutes } from '../reviews/reviews.routes.ts'
import { createReviewsService, reviewsJob } from '../reviews/reviews.service.ts'
import type { People } from './people.ts'
import type { Vault } from './vault.ts'

export interface ReviewsDeps extends Pick<ReviewTurnsDeps, 'tellAdministrators'> {
  db: Db
  transaction: Transaction
  jobs: Pick<Jobs, 'define'>
  people: Pick<People, 'activity'>
  vault: Pick<Vault, 'access' | 'grants' | 'groups'>
  clock: Clock
  log: Log
}

/** Reviews of access, wired; above sharing, which ends what they end. */
export function createReviews({ jobs, people: { activity }, vault, ...rest }: ReviewsDeps) {
  const base = { ...rest, ...vault, activity, reviews: createReviewsRepository, items: createReviewItemsRepository }
  const reviews = createReviewsService(base)
  const answers = createReviewAnswersService(base)
  const turns = createReviewTurnsService(base)
  jobs.define({ name: reviewsJob, schedule: '*/10 * * * *', batchSize: 1, expireInSeconds: 3600, run: () => turns.turn() })
  return {
    services: { reviews, reviewTurns: turns },
    serve: (app: App): void => reviewsRoutes(app, { reviews, answers }),
  }
}
