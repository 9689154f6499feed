import type { CallResponse } from '@twofold/contract/endpoint'
import type { answerReview } from '@twofold/contract/reviews'
import type { AccessService } from '../keys/access.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { GrantsService } from '../sharing/grants/grants.service.ts'
import type { GroupsService } from '../sharing/memberships/groups.service.ts'
import { stateOf } from './present-review.ts'
import type { ReviewItemsRepository, StandingRow } from './review-items.repository.ts'
import type { ReviewsRepository } from './reviews.repository.ts'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** Milliseconds in which a revocation can be taken back, as long as the review lasts. */
const undoTime = 24 * 60 * 60 * 1000

export interface ReviewAnswersDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  reviews: (db: Db) => Pick<ReviewsRepository, 'lock' | 'countFor'>
  items: (db: Db) => Pick<ReviewItemsRepository, 'find' | 'answer' | 'keepRemoved'>
  access: Pick<AccessService, 'lockOwn'>
  grants: Pick<GrantsService, 'endOne' | 'giveAgain'>
  groups: Pick<GroupsService, 'endMembership' | 'putBack'>
}

type Answered = CallResponse<typeof answerReview>

const by = ({ id, name, email }: Identity) => ({ id, name, email })

interface Given {
  ids: readonly string[]
  doneIds: string[]
  given: Parameters<ReviewItemsRepository['answer']>[2]
  said: Said
}

/** Owners' answers to a review. Only the present owner of the key or group may answer, and of concurrent answers a revocation wins. */
export function createReviewAnswersService(deps: ReviewAnswersDeps) {
  /** Own items of an open review. Others may answer theirs at the same time, but it does not end meanwhile. */
  async function open(tx: Tx, user: Identity, id: string, ids: readonly string[]): Promise<StandingRow[]> {
    const [review, own] = await Promise.all([deps.reviews(tx.db).lock(id, 'answer'), findOwn(tx, user, id, ids)])
    if (review === undefined || review.state === 'starting' || own.length === 0) throw fail('reviews.not_found')
    if (review.state !== 'open' || review.due_at <= deps.clock.date()) throw fail('reviews.over')
    return own
  }

  const findOwn = async (tx: Tx, user: Identity, id: string, ids: readonly string[]) =>
    (await deps.items(tx.db).find(id, ids, deps.clock.date())).filter((item) => item.owner_id === user.id)

  /** The items, read after their keys are locked. Groups are locked one by one when they change. */
  async function lockKeys(tx: Tx, user: Identity, id: string, items: readonly StandingRow[]): Promise<StandingRow[]> {
    const keys = [...new Set(items.flatMap(({ key_id: key }) => (key === null ? [] : [key])))].sort()
    // A key may have a new owner by now: the former one may not decide about it.
    const ids = items.map((item) => item.id)
    const [own, found] = await Promise.all([
      keys.length > 0 ? deps.access.lockOwn(tx.db, user.id, keys) : new Set<string>(),
      findOwn(tx, user, id, ids),
    ])
    return found.filter(({ key_id: key }) => key === null || own.has(key))
  }

  async function revoke(tx: Tx, user: Identity, reviewId: string, item: StandingRow): Promise<boolean> {
    const why = { reason: 'revoked', by: { id: user.id, name: user.name } } as const
    if (!item.is_member) return deps.grants.endOne(tx, { key: item.key_id ?? '', share: item.id }, user.id, why)
    const member = await deps.groups.endMembership(tx, { group: item.group_id ?? '', member: item.id }, user.id, why)
    if (member === undefined) return false
    await deps.items(tx.db).keepRemoved(reviewId, item.id, { ...member, added_at: member.added_at.toISOString() })
    return true
  }

  async function giveAgain(tx: Tx, user: Identity, item: StandingRow): Promise<boolean> {
    if (item.answer === 'confirmed') return true
    if (item.answered_at === null || item.answered_at.getTime() < deps.clock.now() - undoTime) return false
    if (!item.is_member) return deps.grants.giveAgain(tx, user, { key: item.key_id ?? '', share: item.id })
    if (item.removed === null) return false
    return deps.groups.putBack(tx, user, item.group_id ?? '', { ...item.removed, id: item.id, added_at: new Date(item.removed.added_at) })
  }

  /** Writes down what was answered to those of `doneIds`. */
  async function answered(tx: Tx, user: Identity, id: string, { ids, doneIds, given, said }: Given): Promise<Answered> {
    const [, items, { left }] = await Promise.all([
      deps.items(tx.db).answer(id, doneIds, given),
      findOwn(tx, user, id, ids),
      deps.reviews(tx.db).countFor(id, user.id, deps.clock.date()),
    ])
    return { ...said, left, items: items.map((item) => ({ id: item.id, state: stateOf(item) })) }
  }

  return {
    /** A revocation or an end is final: the answer reports the present state of each item. */
    async answer(user: Identity, id: string, ids: readonly string[], answer: 'confirmed' | 'revoked'): Promise<Answered> {
      return deps.transaction(async (tx) => {
        const found = await open(tx, user, id, ids)
        const items = (answer === 'revoked' ? await lockKeys(tx, user, id, found) : found).filter((item) => item.is_live)
        const done: StandingRow[] = []
        for (const item of items) if (answer === 'confirmed' || (await revoke(tx, user, id, item))) done.push(item)
        const given = { answer, answered_by: user.id, answered_at: deps.clock.date() }
        const doneIds = done.map((item) => item.id)
        const after = { answer, items: done.map(({ about, who }) => `${about}: ${who}`).slice(0, 20), count: done.length }
        await tx.audit({ action: 'review.answered', by: by(user), target: { kind: 'review', id }, after })
        return answered(tx, user, id, { ids, doneIds, given, said: say(answer === 'confirmed' ? 'review.confirmed' : 'review.revoked') })
      })
    },

    async undo(user: Identity, id: string, ids: readonly string[]): Promise<Answered> {
      return deps.transaction(async (tx) => {
        const items = await lockKeys(tx, user, id, await open(tx, user, id, ids))
        const undone: string[] = []
        for (const item of items) if (item.answer !== null && (await giveAgain(tx, user, item))) undone.push(item.id)
        if (undone.length === 0) throw fail('reviews.cannot_undo')
        const given = { answer: null, answered_by: null, answered_at: null }
        await tx.audit({ action: 'review.undone', by: by(user), target: { kind: 'review', id }, after: { count: undone.length } })
        return answered(tx, user, id, { ids, doneIds: undone, given, said: say('review.undone') })
      })
    },
  }
}

export type ReviewAnswersService = ReturnType<typeof createReviewAnswersService>
