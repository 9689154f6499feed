import { domainsIn } from '@twofold/contract/domains'
import type { getOfficeReview, listOfficeReviews } from '@twofold/contract/admin/reviews'
import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import { reviewItemsMost } from '@twofold/contract/reviews'
import type { NewReview, ReviewItem, getReview, listReviews } from '@twofold/contract/reviews'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { paged } from '../platform/paging.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { GrantsService } from '../sharing/grants.service.ts'
import type { GroupsService } from '../sharing/memberships.service.ts'
import { presentReview, stateOf } from './present-review.ts'
import { collectAll } from './collect.ts'
import type { ReviewItemsRepository, StandingRow } from './review-items.repository.ts'
import type { Counts, NewReviewRow, ReviewRow, ReviewsRepository } from './reviews.repository.ts'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'

const day = 24 * 60 * 60 * 1000

/** Items read at once for evidence. */
const evidenceBatch = 500

/** Days between the start and the end. Others need time to answer: a review must not be a way to shut them out by surprise. */
const reviewDays = { own: 2, office: 7, most: 366 }
const reviewsUnderWayMost = 10

/** Job that goes on with whatever is due. */
export const reviewsJob = 'reviews'

export interface ReviewsServiceDeps {
  db: Db
  transaction: Transaction
  reviews: (db: Db) => ReviewsRepository
  items: (db: Db) => ReviewItemsRepository
  grants: Pick<GrantsService, 'describe'>
  groups: Pick<GroupsService, 'describeMembers'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

/** Reviews of access: started, read and withdrawn. */
export function createReviewsService(deps: ReviewsServiceDeps) {
  const now = () => new Date(deps.clock.now())
  const office = ({ starter_name: name, ...row }: ReviewRow & Counts) => ({
    ...presentReview({ ...row, starter_name: name }, row),
    confirmed: row.confirmed,
    revoked: row.revoked,
    gone: row.gone,
    ended: row.ended,
  })

  function checkDue(dueAt: Date, days: number) {
    if (dueAt.getTime() < deps.clock.now() + days * day) throw failField('reviews.due_too_soon', 'due_at')
    if (dueAt.getTime() > deps.clock.now() + reviewDays.most * day) throw failField('reviews.due_too_late', 'due_at')
  }

  /** `ownerId` null: about everybody's keys. */
  async function put(tx: Tx, by: Identity, body: NewReview, ownerId: string | null): Promise<NewReviewRow> {
    const reviews = deps.reviews(tx.db)
    if ((await reviews.countUnderWay(by.id, ownerId)) >= reviewsUnderWayMost)
      throw fail('reviews.limit_reached', { parameters: { limit: reviewsUnderWayMost } })
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
      created_at: now(),
      due_at: new Date(body.due_at),
      state: 'starting',
    }
    await reviews.put(row)
    const { scope, tag, group_name, domains, due_at } = row
    const after = { scope, tag, group: group_name, domains, until: due_at, keys: ownerId === null ? 'all owners' : 'own' }
    await tx.audit({ action: 'review.started', by, target: { kind: 'review', id: row.id }, after })
    return row
  }

  function presentItem(row: StandingRow, shares: Map<string, Share>, members: Map<string, Member>): ReviewItem {
    const [share, member] = [shares.get(row.id), members.get(row.id)]
    return {
      id: row.id,
      about: { id: (row.is_member ? row.group_id : row.key_id) ?? '', name: row.about, kind: row.is_member ? 'group' : 'key' },
      email: share ? share.email : (member?.email ?? row.who),
      name: share?.name ?? member?.name ?? null,
      group: share?.group ?? null,
      permission: share?.permission ?? null,
      since: share?.created_at ?? member?.added_at ?? null,
      until: share?.expires_at ?? null,
      last_used_at: share?.last_used_at ?? member?.last_used_at ?? null,
      state: stateOf(row),
    }
  }

  return {
    async startOwn(owner: Identity, body: NewReview): Promise<{ id: string } & Said> {
      checkDue(new Date(body.due_at), reviewDays.own)
      return deps.transaction(async (tx) => {
        const row = await put(tx, owner, body, owner.id)
        await collectAll(deps.items(tx.db), row)
        const { total } = await deps.reviews(tx.db).countFor(row.id, owner.id, now())
        if (total === 0) throw fail('reviews.nothing_to_review')
        await deps.reviews(tx.db).change(row.id, { state: 'open' })
        await deps.activity.record(tx, { userId: owner.id, kind: 'review_started' })
        return { id: row.id, ...say('review.begun') }
      })
    },

    /** What is in question is collected by a job. */
    async startOffice(by: Identity, body: NewReview): Promise<{ id: string } & Said> {
      checkDue(new Date(body.due_at), reviewDays.office)
      return deps.transaction(async (tx) => {
        const { id } = await put(tx, by, body, null)
        await tx.enqueue(reviewsJob, {})
        return { id, ...say('review.begun_for_owners') }
      })
    },

    async listFor(user: Identity): Promise<CallResponse<typeof listReviews>> {
      const rows = await deps.reviews(deps.db).listFor(user.id, now())
      return { data: rows.map((row) => presentReview(row, row)) }
    },

    async getFor(user: Identity, id: string): Promise<CallResponse<typeof getReview>> {
      const reviews = deps.reviews(deps.db)
      const row = await reviews.find(id)
      const counts = await reviews.countFor(id, user.id, now())
      if (row === undefined || row.state === 'starting' || (counts.total === 0 && row.owner_id !== user.id)) throw fail('reviews.not_found')
      const items = await deps.items(deps.db).list(id, user.id, now(), reviewItemsMost)
      const idsOf = (isMember: boolean) => items.filter((item) => item.is_member === isMember).map((item) => item.id)
      const [shares, members] = [await deps.grants.describe(idsOf(false)), await deps.groups.describeMembers(idsOf(true))]
      const [shareOf, memberOf] = [new Map(shares.map((one) => [one.id, one])), new Map(members.map((one) => [one.id, one]))]
      // What has an answer stays where it was, so that nothing jumps under the hand of whoever answers.
      const place = ({ is_member: isMember, about, key_id: key, group_id: group }: StandingRow) =>
        `${isMember ? 1 : 0} ${about.toLowerCase()} ${(isMember ? group : key) ?? ''}`
      const sorted = items.toSorted((one, other) => (place(one) + one.id < place(other) + other.id ? -1 : 1))
      return {
        review: presentReview(row, counts),
        has_more: counts.total > items.length,
        items: sorted.map((item) => presentItem(item, shareOf, memberOf)),
      }
    },

    async listOffice(page: number): Promise<CallResponse<typeof listOfficeReviews>> {
      const { rows, total } = await deps.reviews(deps.db).listOffice(now(), defaultPageSize, (page - 1) * defaultPageSize)
      return paged(rows.map(office), { page, perPage: defaultPageSize, total })
    },

    async getOffice(id: string, page: number): Promise<CallResponse<typeof getOfficeReview>> {
      const reviews = deps.reviews(deps.db)
      const row = await reviews.find(id)
      if (row === undefined || row.owner_id !== null) throw fail('reviews.not_found')
      const counts = await reviews.countAll(id, now())
      const { rows, total } = await reviews.listOwners(id, now(), defaultPageSize, (page - 1) * defaultPageSize)
      const owners = rows.map(({ user_id, name, email, is_active, total: all, confirmed, revoked, left }) => ({
        id: user_id,
        name,
        email,
        is_active,
        total: all,
        confirmed,
        revoked,
        left,
      }))
      return { review: office({ ...row, ...counts }), owners: paged(owners, { page, perPage: defaultPageSize, total }) }
    },

    /** Every item of every review as a record, for evidence. */
    async *listAll(): AsyncGenerator<(string | null)[]> {
      const items = deps.items(deps.db)
      let last: { review_id: string; id: string } | undefined
      do {
        const rows = await items.listForEvidence(last, evidenceBatch)
        for (const row of rows)
          yield [
            row.review_id,
            row.of === null ? row.scope : `${row.scope}: ${row.of}`,
            row.starter_name,
            row.created_at.toISOString(),
            row.due_at.toISOString(),
            row.state,
            row.owner,
            row.about,
            row.is_member ? 'member' : 'share',
            row.who,
            row.level,
            row.answer,
            row.answerer,
            row.answered_at?.toISOString() ?? null,
            row.outcome,
          ]
        last = rows.length < evidenceBatch ? undefined : rows.at(-1)
      } while (last !== undefined)
    },

    /** Nothing more ends by it. What was revoked stays revoked. */
    async withdraw(by: Identity, id: string, of: 'own' | 'office'): Promise<Said> {
      return deps.transaction(async (tx) => {
        const row = await deps.reviews(tx.db).lock(id, 'decide')
        if (row === undefined || row.owner_id !== (of === 'own' ? by.id : null)) throw fail('reviews.not_found')
        if (row.state !== 'starting' && row.state !== 'open') throw fail('reviews.over')
        await deps.reviews(tx.db).change(id, { state: 'withdrawn', closed_at: now() })
        await tx.audit({ action: 'review.withdrawn', by, target: { kind: 'review', id } })
        if (of === 'own') await deps.activity.record(tx, { userId: by.id, kind: 'review_withdrawn' })
        return say('review.withdrawn')
      })
    },

    async remind(id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const reviews = deps.reviews(tx.db)
        const row = await reviews.lock(id, 'decide')
        if (row === undefined || row.owner_id !== null) throw fail('reviews.not_found')
        if (row.state !== 'open' || row.due_at <= now()) throw fail('reviews.over')
        if (row.reminded_at !== null && row.reminded_at.getTime() > deps.clock.now() - day) throw fail('reviews.reminded_lately')
        await reviews.putOwners(id)
        await reviews.change(id, { round: row.round + 1, telling: 'reminder', reminded_at: now() })
        await tx.audit({ action: 'review.reminded', target: { kind: 'review', id } })
        await tx.enqueue(reviewsJob, {})
        return say('review.reminded')
      })
    },
  }
}

type Share = Awaited<ReturnType<GrantsService['describe']>>[number]
type Member = Awaited<ReturnType<GroupsService['describeMembers']>>[number]

export type ReviewsService = ReturnType<typeof createReviewsService>
