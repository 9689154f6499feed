import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../../platform/retention.ts'
import { standingOffers } from './standing-offers.repository.ts'
import { lasts } from '../../platform/lasts.ts'
import { countChanged } from '../../platform/row-counts.ts'

interface WaitingKey {
  owner_id: string
  owner_name: string
  key_name: string
}

const named = ['users.id as owner_id', 'users.name as owner_name', 'keys.name as key_name'] as const

export function createInvitationMailsRepository(db: Db) {
  const standing = (now: Date) => standingOffers(db, now).select(named)

  return {
    /** The offers among these that are still live. */
    listOffered: (ids: readonly string[], now: Date): Promise<WaitingKey[]> =>
      ids.length === 0 ? Promise.resolve([]) : standing(now).where('key_offers.id', 'in', ids).execute(),
    /** Offers that wait for an address since `madeAt` or before, the latest first. */
    listWaitingOffers: (normalized: string, madeAt: Date, now: Date): Promise<WaitingKey[]> =>
      standing(now)
        .where('key_offers.email_normalized', '=', normalized)
        .where('key_offers.recipient_id', 'is', null)
        .where('key_offers.created_at', '<=', madeAt)
        .orderBy('key_offers.created_at', 'desc')
        .execute(),
    /** Shares that wait for an address since `madeAt` or before, the latest first. */
    listWaiting: (normalized: string, madeAt: Date, now: Date): Promise<WaitingKey[]> =>
      db
        .selectFrom('shares')
        .innerJoin('named_keys as keys', 'keys.id', 'shares.key_id')
        .innerJoin('people as users', 'users.id', 'keys.owner_id')
        .where('shares.email_normalized', '=', normalized)
        .where('shares.recipient_id', 'is', null)
        .where('shares.revoked_at', 'is', null)
        .where(lasts(now, 'shares'))
        .where('shares.created_at', '<=', madeAt)
        .where('keys.deleted_at', 'is', null)
        .where('users.deleted_at', 'is', null)
        .where('users.is_active', '=', true)
        .orderBy('shares.created_at', 'desc')
        .orderBy('shares.id', 'desc')
        .select(named)
        .execute(),
    /**
     * Counts one more e-mail to the address, or to that of the account. False: the limit `most` is reached within one of these periods, or there is no
     * such account.
     */
    async putMail(
      id: string,
      to: { normalized: string } | { userId: string },
      now: Date,
      within: readonly { since: Date; most: number }[],
    ): Promise<boolean> {
      const address =
        'userId' in to
          ? sql`(select email_normalized as normalized from people users where id = ${to.userId})`
          : sql`(select ${to.normalized}::text as normalized)`
      const room = ({ since, most }: { since: Date; most: number }) =>
        sql`(select count(*) from share_mails sent where sent.email_normalized = address.normalized and sent.sent_at > ${since}) < ${most}`
      const put = sql`
        insert into share_mails (id, email_normalized, sent_at)
        select ${id}::uuid, address.normalized, ${now}::timestamptz from ${address} address
        where ${sql.join(within.map(room), sql` and `)}`
      return (await countChanged(() => put.execute(db))) > 0
    },
    removableMails: (until: Date): RetentionTask[] => [rowsUntil({ table: 'share_mails', column: 'sent_at', until })],
  }
}
