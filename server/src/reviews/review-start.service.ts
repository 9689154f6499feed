import { domainsIn } from '@twofold/contract/domains'
import type { NewReview } from '@twofold/contract/reviews'
import { v7 as uuid } from 'uuid'
import { fail, failField } from '../platform/fail.ts'
import { hasCapacity } from '../platform/capacity.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { collectAll } from './collect.ts'
import type { NewReviewRow } from './reviews.repository.ts'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ReviewsServiceDeps } from './reviews.service.ts'

const day = 24 * 60 * 60 * 1000

/** Days between the start and the end. Others need time to answer: a review must not be a way to shut them out by surprise. */
const reviewDays = { own: 2, office: 7, most: 366 }

const reviewsUnderWayMost = 10

/** Job that goes on with whatever is due. */
export const reviewsJob = 'reviews'

export function createReviewStart(deps: ReviewsServiceDeps) {
  function checkDue(dueAt: Date, days: number) {
    if (dueAt.getTime() < deps.clock.now() + days * day) throw failField('reviews.due_too_soon', 'due_at')
    if (dueAt.getTime() > deps.clock.now() + reviewDays.most * day) throw failField('reviews.due_too_late', 'due_at')
  }

  async function mayStart(tx: Tx, ownerId: string | null): Promise<boolean> {
    const [reviews, most] = [deps.reviews(tx.db), reviewsUnderWayMost]
    // Any administrator may start one of everybody's keys, so there is no row to lock.
    if (ownerId === null) return hasCapacity(tx.db, { of: 'review', most, count: () => reviews.countUnderWay(null) })
    const [, underWay] = await Promise.all([reviews.lockOwner(ownerId), reviews.countUnderWay(ownerId)])
    return underWay < most
  }

  /** `ownerId` null: about everybody's keys. */
  async function put(tx: Tx, by: Identity, body: NewReview, ownerId: string | null): Promise<NewReviewRow> {
    const reviews = deps.reviews(tx.db)
    if (!(await mayStart(tx, ownerId))) throw fail('reviews.limit_reached', { parameters: { limit: reviewsUnderWayMost } })
    const group = body.group_id === undefined ? undefined : await deps.items(tx.db).findGroup(body.group_id, ownerId)
    if (body.group_id !== undefined && group === undefined) throw fail('groups.not_found')
    const row: NewReviewRow = {
      id: uuid(),
      owner_id: ownerId,
      started_by: by.id,
      starter_name: by.name,
      scope: body.scope,
      tag: body.tag ?? null,
      group_id: body.group_id ?? null,
      group_name: group?.name ?? null,
      domains: domainsIn(body.domains ?? ''),
      created_at: deps.clock.date(),
      due_at: new Date(body.due_at),
      state: 'starting',
    }
    await reviews.put(row)
    const { scope, tag, group_name, domains, due_at } = row
    const after = { scope, tag, group: group_name, domains, until: due_at, keys: ownerId === null ? 'all owners' : 'own' }
    await tx.audit({ action: 'review.started', by, target: { kind: 'review', id: row.id }, after })
    return row
  }

  return {
    async startOwn(owner: Identity, body: NewReview): Promise<{ id: string } & Said> {
      checkDue(new Date(body.due_at), reviewDays.own)
      return deps.transaction(async (tx) => {
        const row = await put(tx, owner, body, owner.id)
        await collectAll(deps.items(tx.db), row)
        const { total } = await deps.reviews(tx.db).countFor(row.id, owner.id, deps.clock.date())
        if (total === 0) throw fail('reviews.nothing_to_review')
        await deps.reviews(tx.db).change(row.id, { state: 'open' })
        await deps.activity.record(tx, { userId: owner.id, kind: 'review_started' })
        return { id: row.id, ...say('review.begun') }
      })
    },
    /** A job collects the items. */
    async startOffice(by: Identity, body: NewReview): Promise<{ id: string } & Said> {
      checkDue(new Date(body.due_at), reviewDays.office)
      return deps.transaction(async (tx) => {
        const { id } = await put(tx, by, body, null)
        await tx.enqueue(reviewsJob, {})
        return { id, ...say('review.begun_for_owners') }
      })
    },
  }
}
