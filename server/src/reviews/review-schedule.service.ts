import type { ActivityService } from '../accounts/activity.service.ts'
import type { AccessService } from '../keys/access.service.ts'
import type { Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import type { GrantsService } from '../sharing/grants/grants.service.ts'
import type { GroupsService } from '../sharing/memberships/groups.service.ts'
import { collectAll } from './collect.ts'
import type { ReviewItemsRepository } from './review-items.repository.ts'
import type { ReviewRow, ReviewsRepository } from './reviews.repository.ts'
import { createReviewCompletion } from './review-completion.service.ts'
import { createReviewMails } from './review-mails.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const day = 24 * 60 * 60 * 1000

/** Days before the end at which owners are reminded of what they have left. */
const reminders = [7, 1]

export interface ReviewScheduleDeps extends ServiceDeps {
  reviews: (db: Db) => ReviewsRepository
  items: (db: Db) => ReviewItemsRepository
  access: Pick<AccessService, 'lockOwn'>
  grants: Pick<GrantsService, 'endOne'>
  groups: Pick<GroupsService, 'endMembership'>
  activity: Pick<ActivityService, 'record'>
  /** Notifies administrators that their review has ended, with the number of accesses per answer. */
  notifyAdministrators: (id: string, counts: { confirmed: number; revoked: number; ended: number }) => Promise<void>
  log: Pick<Log, 'error'>
}

/** Scheduled steps of reviews. Each is safe to repeat, and to run on two nodes at once. */
export function createReviewScheduleService(deps: ReviewScheduleDeps) {
  const { within, finish } = createReviewCompletion(deps)
  const { notify } = createReviewMails(deps)

  async function collect(review: ReviewRow): Promise<void> {
    const row = { ...review, started_by: '' }
    await collectAll(deps.items(deps.db), row)
    await within(review.id, 'starting', async (tx, { id }) => {
      await deps.reviews(tx.db).putOwners(id)
      await deps.reviews(tx.db).change(id, { state: 'open', round: 1, telling: 'started' })
    })
  }

  async function remind({ id, due_at: due, created_at: began }: ReviewRow): Promise<void> {
    const passed = reminders.filter((days) => {
      const at = due.getTime() - days * day
      return at <= deps.clock.now() && at > began.getTime()
    })
    if (passed.length === 0) return
    const days = Math.min(...passed)
    await within(id, 'open', async (tx, review) => {
      if (review.reminded_days !== null && review.reminded_days <= days) return
      await deps.reviews(tx.db).putOwners(id)
      await deps
        .reviews(tx.db)
        .change(id, { round: review.round + 1, telling: 'reminder', reminded_days: days, reminded_at: deps.clock.date() })
    })
  }

  async function turn(review: ReviewRow): Promise<void> {
    if (review.state === 'starting') return collect(review)
    if (review.state === 'open' && review.due_at > deps.clock.date()) return remind(review)
    // No answers are accepted from here on: the lock has waited for any in progress.
    await within(review.id, 'open', (tx) => deps.reviews(tx.db).change(review.id, { state: 'ending' }))
    // It may have been withdrawn, or ended by another node, since the list was read. From `ending` on it cannot be withdrawn.
    if ((await deps.reviews(deps.db).find(review.id))?.state === 'ending') await finish(review)
  }

  return {
    /** Goes on with every review: collects, reminds, ends and tells. One that fails holds none of the others up. */
    async run(): Promise<void> {
      const failures: unknown[] = []
      const attempt = async (review: ReviewRow, work: (review: ReviewRow) => Promise<void>) => {
        try {
          await work(review)
        } catch (error) {
          deps.log.error({ err: error, review: review.id }, 'a review could not go on')
          failures.push(error)
        }
      }
      for (const review of await deps.reviews(deps.db).listUnderWay(new Date(deps.clock.now() + Math.max(...reminders) * day)))
        await attempt(review, turn)
      for (const review of await deps.reviews(deps.db).listToNotify()) await attempt(review, notify)
      if (failures.length > 0) throw new AggregateError(failures, 'Some reviews could not go on.')
    },
  }
}
