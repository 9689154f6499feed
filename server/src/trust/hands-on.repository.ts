import type { Db } from '../platform/database.ts'
import type { AccountHand } from './hands.ts'
import type { HandOnAccount } from './trust.repository.ts'
import { isToApprove } from './trusted-mail.repository.ts'

/** Interventions in an account. */
export function createHandsOn(db: Db) {
  return {
    async hasHand(userId: string, since: Date, kinds?: readonly AccountHand[]): Promise<boolean> {
      const hands = db.selectFrom('hands').where('user_id', '=', userId).where('happened_at', '>', since).select('id').limit(1)
      return (await (kinds === undefined ? hands : hands.where('kind', 'in', kinds)).executeTakeFirst()) !== undefined
    },
    /** Whether one of `by` intervened in the account. */
    async hasHandOf(userId: string, by: readonly string[], since: Date): Promise<boolean> {
      if (by.length === 0) return false
      const hands = db.selectFrom('hands').where('user_id', '=', userId).where('by_id', 'in', by)
      return (await hands.where('happened_at', '>', since).select('id').limit(1).executeTakeFirst()) !== undefined
    },
    /** Whether the person created one of `of`, or gave them their role. */
    async madeOneOf(userId: string, of: readonly string[], since: Date): Promise<boolean> {
      if (of.length === 0) return false
      const made = db
        .selectFrom('hands')
        .where('by_id', '=', userId)
        .where('user_id', 'in', of)
        .where('kind', 'in', ['created', 'role_changed'])
      return (await made.where('happened_at', '>', since).select('id').limit(1).executeTakeFirst()) !== undefined
    },
    /** The causes of a closure: interventions in the account and in its mail path; newest first. */
    listHandsOn: (
      userId: string,
      kinds: readonly AccountHand[],
      since: { account: Date; installation: Date },
      most: number,
    ): Promise<HandOnAccount[]> =>
      db
        .selectFrom('hands')
        .where((hand) =>
          hand.or([
            hand.and([hand('user_id', '=', userId), hand('kind', 'in', kinds), hand('happened_at', '>=', since.account)]),
            hand.and([hand('user_id', 'is', null), hand.or([hand('happened_at', '>', since.installation), isToApprove])]),
          ]),
        )
        .select(['kind', 'by_id', 'by_name', 'happened_at'])
        .orderBy('happened_at', 'desc')
        .orderBy('id')
        .limit(most)
        .execute(),
  }
}
