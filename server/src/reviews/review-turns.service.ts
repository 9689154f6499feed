import type { ActivityService } from '../accounts/activity.service.ts'
import type { AccessService } from '../keys/access.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { GrantsService } from '../sharing/grants.service.ts'
import type { GroupsService } from '../sharing/memberships.service.ts'
import { collectAll } from './collect.ts'
import { presentReview } from './present-review.ts'
import type { ReviewItemsRepository, StandingRow } from './review-items.repository.ts'
import type { ReviewRow, ReviewsRepository } from './reviews.repository.ts'

const day = 24 * 60 * 60 * 1000

/** Days before the end at which owners are reminded of what they have left. */
const reminders = [7, 1]

/** Items, or owners, of one transaction. */
const batchSize = 100

export interface ReviewTurnsDeps {
  db: Db
  transaction: Transaction
  reviews: (db: Db) => ReviewsRepository
  items: (db: Db) => ReviewItemsRepository
  access: Pick<AccessService, 'lockOwn'>
  grants: Pick<GrantsService, 'endOne'>
  groups: Pick<GroupsService, 'endMembership'>
  activity: Pick<ActivityService, 'record'>
  /** That a review of theirs ended, and how many accesses were answered in which way. */
  tellAdministrators: (id: string, counts: { confirmed: number; revoked: number; ended: number }) => Promise<void>
  clock: Clock
  log: Pick<Log, 'error'>
}

/** What happens to reviews by the clock. Each step is safe to be run again, and by two nodes at once. */
export function createReviewTurnsService(deps: ReviewTurnsDeps) {
  const now = () => new Date(deps.clock.now())

  /** Changes a review that still is in `state`; locked, so that two nodes do it once. */
  const within = (id: string, state: ReviewRow['state'], change: (tx: Tx, review: ReviewRow) => Promise<void>) =>
    deps.transaction(async (tx) => {
      const review = await deps.reviews(tx.db).lock(id, 'decide')
      if (review?.state === state) await change(tx, review)
    })

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
      await deps.reviews(tx.db).change(id, { round: review.round + 1, telling: 'reminder', reminded_days: days, reminded_at: now() })
    })
  }

  /** Ends what one owner did not confirm, as a revocation would. Answers whether there may be more. */
  async function endNext(reviewId: string): Promise<boolean> {
    return deps.transaction(async (tx) => {
      const items = deps.items(tx.db)
      const all = await items.listUndecided(reviewId, now(), batchSize)
      const [first] = all
      if (first === undefined) return false
      const ofOne = all.filter(({ owner_id: owner }) => owner === first.owner_id)
      const keys = [...new Set(ofOne.flatMap(({ key_id: key }) => (key === null ? [] : [key])))].sort()
      if (keys.length > 0) await deps.access.lockOwn(tx.db, first.owner_id, keys)
      const ids = ofOne.map(({ id }) => id)
      for (const item of await items.find(reviewId, ids, now())) {
        if (item.outcome !== null) continue
        const isEnded = item.is_live && item.owner_id === first.owner_id && (await end(tx, item))
        // A key that changed hands this very moment comes with its next owner.
        if (item.owner_id === first.owner_id) await items.conclude(reviewId, item.id, isEnded ? 'ended' : 'gone')
      }
      return true
    })
  }

  async function end(tx: Tx, item: StandingRow): Promise<boolean> {
    const why = { reason: 'unconfirmed' } as const
    if (!item.is_member) return deps.grants.endOne(tx, { key: item.key_id ?? '', share: item.id }, item.owner_id, why)
    return (await deps.groups.endMembership(tx, { group: item.group_id ?? '', member: item.id }, item.owner_id, why)) !== undefined
  }

  async function finish({ id, owner_id: owner }: ReviewRow): Promise<void> {
    await deps.items(deps.db).settle(id, now())
    while (await endNext(id));
    // Before the end is written, and once however often it runs: a node that is killed in between loses nothing.
    if (owner === null) await deps.tellAdministrators(id, await deps.reviews(deps.db).countAll(id, now()))
    await within(id, 'ending', async (tx, review) => {
      const reviews = deps.reviews(tx.db)
      await reviews.putOwners(id)
      await reviews.change(id, { state: 'ended', closed_at: now(), round: review.round + 1, telling: 'ended' })
      const { confirmed, revoked, ended, gone } = await reviews.countAll(id, now())
      await tx.audit({ action: 'review.ended', target: { kind: 'review', id }, after: { confirmed, revoked, ended, gone } })
    })
  }

  /** Tells owners of the present round, each once. */
  async function tell({ id }: ReviewRow): Promise<void> {
    const told = () =>
      deps.transaction(async (tx) => {
        const reviews = deps.reviews(tx.db)
        const review = await reviews.lock(id, 'answer')
        if (review === undefined || review.state === 'withdrawn') return { count: 0, round: undefined }
        const owners = await reviews.takeOwners(id, review.round, now(), batchSize)
        for (const owner of owners) if (owner.is_active) await tellOwner(tx, review, owner)
        return { count: owners.length, round: review.round }
      })
    for (;;) {
      const { count, round } = await told()
      if (count > 0) continue
      if (round !== undefined) await deps.reviews(deps.db).noteTold(id, round)
      return
    }
  }

  type Owner = Awaited<ReturnType<ReviewsRepository['takeOwners']>>[number]

  async function tellOwner(tx: Tx, review: ReviewRow, owner: Owner): Promise<void> {
    const to = { user_id: owner.user_id }
    const { scope, of } = presentReview(review, owner)
    const about = { 'review.id': review.id, 'review.scope': scope, 'review.of': of ?? '', 'review.by': review.starter_name }
    const due = { ...about, 'review.due': review.due_at.toISOString(), 'review.left': owner.left }
    if (review.telling === 'ended') {
      await deps.activity.record(tx, { userId: owner.user_id, kind: 'review_ended', detail: { count: String(owner.ended) } })
      const counts = { 'review.confirmed': owner.confirmed, 'review.revoked': owner.revoked, 'review.ended': owner.ended }
      return tx.emit('review.ended', { to, data: { ...about, ...counts } })
    }
    if (owner.left === 0) return undefined
    if (review.telling === 'reminder') return tx.emit('review.reminder', { to, data: due })
    await deps.activity.record(tx, { userId: owner.user_id, kind: 'review_asked', detail: { by: review.starter_name } })
    return tx.emit('review.started', { to, data: due })
  }

  async function turn(review: ReviewRow): Promise<void> {
    if (review.state === 'starting') return collect(review)
    if (review.state === 'open' && review.due_at > now()) return remind(review)
    // From here on no answer is taken any more: each that was being given has been waited for.
    await within(review.id, 'open', (tx) => deps.reviews(tx.db).change(review.id, { state: 'ending' }))
    // It may have been withdrawn, or ended by another node, since the list was read. From `ending` on it cannot be withdrawn.
    if ((await deps.reviews(deps.db).find(review.id))?.state === 'ending') await finish(review)
  }

  return {
    /** Goes on with every review: collects, reminds, ends and tells. One that fails holds none of the others up. */
    async turn(): Promise<void> {
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
      for (const review of await deps.reviews(deps.db).listToTell()) await attempt(review, tell)
      if (failures.length > 0) throw new AggregateError(failures, 'Some reviews could not go on.')
    },
  }
}
