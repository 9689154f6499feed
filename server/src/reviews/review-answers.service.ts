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
import { createReviewRevocations, type Notify } from './review-revocations.service.ts'
import type { ReviewsRepository } from './reviews.repository.ts'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface ReviewAnswersDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  reviews: (db: Db) => Pick<ReviewsRepository, 'lock' | 'countFor'>
  items: (db: Db) => Pick<ReviewItemsRepository, 'find' | 'answer' | 'keepRemoved'>
  access: Pick<AccessService, 'lockOwn' | 'requireActive'>
  grants: Pick<GrantsService, 'findToEnd' | 'endFound' | 'findKeysToShare' | 'giveAgain'>
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
  const { findOwn, lockKeys, revoke, giveAgain } = createReviewRevocations(deps)

  /** Own items of an open review. Others may answer theirs at the same time, but it does not end meanwhile. */
  async function open(tx: Tx, user: Identity, id: string, ids: readonly string[]): Promise<StandingRow[]> {
    const [review, own] = await Promise.all([deps.reviews(tx.db).lock(id, 'answer'), findOwn(tx, user, id, ids)])
    if (review === undefined || review.state === 'starting' || own.length === 0) throw fail('reviews.not_found')
    if (review.state !== 'open' || review.due_at <= deps.clock.date()) throw fail('reviews.over')
    return own
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
        const done = answer === 'revoked' ? await revoke(tx, user, id, found) : found.filter((item) => item.is_live)
        const given = { answer, answered_by: user.id, answered_at: deps.clock.date() }
        const doneIds = done.map((item) => item.id)
        const after = { answer, items: done.map(({ about, who }) => `${about}: ${who}`).slice(0, 20), count: done.length }
        await tx.audit({ action: 'review.answered', by: by(user), target: { kind: 'review', id }, after })
        return answered(tx, user, id, { ids, doneIds, given, said: say(answer === 'confirmed' ? 'review.confirmed' : 'review.revoked') })
      })
    },

    async undo(user: Identity, id: string, ids: readonly string[]): Promise<Answered> {
      return deps.transaction(async (tx) => {
        const found = await open(tx, user, id, ids)
        const { items, known } = await lockKeys(tx, user, id, found, (keys) => deps.grants.findKeysToShare(tx, keys))
        const undone: string[] = []
        const notices: Notify[] = []
        for (const item of items) {
          const notice = item.answer === null ? undefined : await giveAgain(tx, user, item, known)
          if (notice === undefined) continue
          undone.push(item.id)
          notices.push(notice)
        }
        if (undone.length === 0) throw fail('reviews.cannot_undo')
        const given = { answer: null, answered_by: null, answered_at: null }
        await tx.audit({ action: 'review.undone', by: by(user), target: { kind: 'review', id }, after: { count: undone.length } })
        const [answer] = await Promise.all([
          answered(tx, user, id, { ids, doneIds: undone, given, said: say('review.undone') }),
          ...notices.map((notify) => notify()),
        ])
        return answer
      })
    },
  }
}

export type ReviewAnswersService = ReturnType<typeof createReviewAnswersService>
