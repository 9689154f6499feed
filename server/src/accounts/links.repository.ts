import { normalizeEmail } from '@twofold/contract/email-address'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { countRows } from '../platform/row-counts.ts'

export type LinkPurpose = 'verify_email' | 'change_email' | 'reset_password' | 'invite' | 'second_step' | 'new_pin' | 'stop'

export interface LinkRow {
  purpose: LinkPurpose
  user_id: string | null
  email: string
  /** Set when somebody else made it, who may have kept a copy. */
  created_by: string | null
  /** An administrator had it on the screen, to hand it over. */
  is_handed_over: boolean
  created_at: Date
  expires_at: Date
  used_at: Date | null
  void_at: Date | null
}

const columns = ['purpose', 'user_id', 'email', 'created_by', 'is_handed_over', 'created_at', 'expires_at', 'used_at', 'void_at'] as const

export function createLinksRepository(db: Db) {
  return {
    async put(link: Omit<LinkRow, 'used_at' | 'void_at'> & { token_hash: Buffer }): Promise<void> {
      await db.insertInto('one_time_links').values(link).execute()
    },
    find: (tokenHash: Buffer): Promise<LinkRow | undefined> =>
      db.selectFrom('one_time_links').where('token_hash', '=', tokenHash).select(columns).executeTakeFirst(),
    /**
     * The same, locked until the transaction ends: of many requests at once each sees whether one before it used the link. Its account is
     * locked before it, as by whatever voids links with a change of the account; PostgreSQL reads the link again behind both locks.
     */
    async lock(tokenHash: Buffer): Promise<LinkRow | undefined> {
      const { rows } = await sql<LinkRow>`
        with account as materialized (
          select id from users where id = (select user_id from one_time_links where token_hash = ${tokenHash}) for no key update)
        select ${sql.join(columns.map((column) => sql.ref(column)))} from one_time_links
        where token_hash = ${tokenHash} and (select count(*) from account) >= 0 for update of one_time_links`.execute(db)
      return rows[0]
    },
    /** Takes a locked link for good. */
    async markUsed(tokenHash: Buffer, now: Date): Promise<void> {
      await db.updateTable('one_time_links').set({ used_at: now }).where('token_hash', '=', tokenHash).execute()
    },
    /**
     * Links to the same end that were not followed yet: of a person, or without one, for an address. One that is being followed right
     * now is left alone: who follows it may be waiting for what this transaction holds.
     */
    async voidOpen(
      purpose: LinkPurpose,
      whose: { user_id: string } | { email: string; created_by: string | null },
      now: Date,
    ): Promise<void> {
      const all = db
        .selectFrom('one_time_links')
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('void_at', 'is', null)
        .select('token_hash')
      const theirs =
        'user_id' in whose
          ? all.where('user_id', '=', whose.user_id)
          : all.where('user_id', 'is', null).where('email', '=', whose.email).where('created_by', 'is not distinct from', whose.created_by)
      await db
        .with('open', () => theirs.forUpdate().skipLocked())
        .updateTable('one_time_links')
        .set({ void_at: now })
        .where('token_hash', 'in', (links) => links.selectFrom('open').select('token_hash'))
        .execute()
    },
    /** Links with which the person can stop what closed the account, the newest first. */
    listStops: (userId: string, since: Date): Promise<{ email: string; created_at: Date }[]> =>
      db
        .selectFrom('one_time_links')
        .where('purpose', '=', 'stop')
        .where('user_id', '=', userId)
        .where('created_at', '>=', since)
        .select(['email', 'created_at'])
        .orderBy('created_at', 'desc')
        .execute(),
    /** Times at which e-mails with such links went out to the address, the earliest first. */
    async listTellings(email: string, since: Date): Promise<Date[]> {
      const sent = db.selectFrom('closing_mails').where('email', '=', normalizeEmail(email)).where('sent_at', '>=', since)
      return (await sent.select('sent_at').$narrowType<{ sent_at: Date }>().orderBy('sent_at').execute()).map(({ sent_at: at }) => at)
    },
    countSince: (purpose: LinkPurpose, email: string, time: Date): Promise<number> =>
      countRows(db.selectFrom('one_time_links').where('purpose', '=', purpose).where('email', '=', email).where('created_at', '>', time)),
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'one_time_links', column: 'expires_at', until })],
  }
}

export type LinksRepository = ReturnType<typeof createLinksRepository>
