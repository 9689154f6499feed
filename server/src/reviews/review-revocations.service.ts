import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { KeyWithRoom } from '../sharing/grants/grant-restoration.service.ts'
import type { ReviewAnswersDeps } from './review-answers.service.ts'
import type { StandingRow } from './review-items.repository.ts'

/** Milliseconds in which a revocation can be taken back, as long as the review lasts. */
const undoTime = 24 * 60 * 60 * 1000

export type Notify = () => Promise<void>

const notifyNobody: Notify = () => Promise.resolve()

/** Revokes items of a review, and takes that back. */
export function createReviewRevocations(deps: ReviewAnswersDeps) {
  const findOwn = async (tx: Tx, user: Identity, id: string, ids: readonly string[]) =>
    (await deps.items(tx.db).find(id, ids, deps.clock.date())).filter((item) => item.owner_id === user.id)

  /**
   * The items, read after their keys are locked. Groups are locked one by one when they change. `read` is sent behind the lock, and gets the ids of the
   * keys.
   */
  async function lockKeys<T>(tx: Tx, user: Identity, id: string, items: readonly StandingRow[], read: (keys: string[]) => Promise<T>) {
    const keys = [...new Set(items.flatMap(({ key_id: key }) => (key === null ? [] : [key])))].sort()
    // A key may have a new owner by now: the former one may not decide about it.
    const ids = items.map((item) => item.id)
    const [, own, found, known] = await Promise.all([
      deps.access.requireActive(tx.db, user.id),
      keys.length > 0 ? deps.access.lockOwn(tx.db, user.id, keys) : new Set<string>(),
      findOwn(tx, user, id, ids),
      read(keys),
    ])
    return { items: found.filter(({ key_id: key }) => key === null || own.has(key)), known }
  }

  /** Answers the items that had not ended already. */
  async function revoke(tx: Tx, user: Identity, reviewId: string, items: readonly StandingRow[]): Promise<StandingRow[]> {
    const shares = items.flatMap(({ id, is_member: isMember, key_id: key }) => (isMember || key === null ? [] : [{ key, share: id }]))
    const { items: locked, known } = await lockKeys(tx, user, reviewId, items, () => deps.grants.findToEnd(tx, shares))
    const live = locked.filter((item) => item.is_live)
    const ids = new Set(live.map(({ id }) => id))
    const ending = known.filter(({ share }) => ids.has(share.id))
    await deps.grants.endFound(tx, ending, user.id, { reason: 'revoked', by: { id: user.id, name: user.name } })
    const ended = new Set(ending.map(({ share }) => share.id))
    const done: StandingRow[] = []
    for (const item of live) if (item.is_member ? await endMembership(tx, user, reviewId, item) : ended.has(item.id)) done.push(item)
    return done
  }

  async function endMembership(tx: Tx, user: Identity, reviewId: string, item: StandingRow): Promise<boolean> {
    const why = { reason: 'revoked', by: { id: user.id, name: user.name } } as const
    const member = await deps.groups.endMembership(tx, { group: item.group_id ?? '', member: item.id }, user.id, why)
    if (member === undefined) return false
    await deps.items(tx.db).keepRemoved(reviewId, item.id, { ...member, added_at: member.added_at.toISOString() })
    return true
  }

  /** Answers a function that notifies the recipients; undefined: the answer cannot be taken back. */
  async function giveAgain(tx: Tx, user: Identity, item: StandingRow, keys: readonly KeyWithRoom[]): Promise<Notify | undefined> {
    if (item.answer === 'confirmed') return notifyNobody
    if (item.answered_at === null || item.answered_at.getTime() < deps.clock.now() - undoTime) return undefined
    if (!item.is_member) {
      const key = keys.find(({ id }) => id === item.key_id)
      return key && deps.grants.giveAgain(tx, user, key, item.id)
    }
    if (item.removed === null) return undefined
    const member = { ...item.removed, id: item.id, added_at: new Date(item.removed.added_at) }
    return (await deps.groups.putBack(tx, user, item.group_id ?? '', member)) ? notifyNobody : undefined
  }

  return { findOwn, lockKeys, revoke, giveAgain }
}
