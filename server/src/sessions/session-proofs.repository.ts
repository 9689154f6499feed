import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Opened } from '../platform/identity.ts'
import { sources } from './found-session.repository.ts'

/** The proofs given in a session, and their expiry. */
export function createSessionProofs(db: Db) {
  return {
    /** Counts a try at the second step before it is looked at. How many there were with this one; undefined when none is left. */
    async reserveSecondStep(id: string, most: number): Promise<number | undefined> {
      const updated = await db
        .updateTable('sessions')
        .set((row) => ({ second_step_failures: row('second_step_failures', '+', 1) }))
        .where('id', '=', id)
        .where('is_pending', '=', true)
        .where('second_step_failures', '<', most)
        .returning('second_step_failures')
        .executeTakeFirst()
      return updated?.second_step_failures
    },
    /** Locks a session that waits for its second step; undefined when it is gone, so that of two right answers one opens a session. */
    lockPending: (id: string) =>
      db.selectFrom('sessions').where('id', '=', id).where('is_pending', '=', true).select('remember').forUpdate().executeTakeFirst(),
    /** Takes a locked one away. */
    async removePending(id: string): Promise<void> {
      await db.deleteFrom('sessions').where('id', '=', id).execute()
    },
    /**
     * Holds the session or token and its account until the transaction ends, so that whatever ends it also ends what is made here. False: it
     * has ended. The account is locked first, as by everything that ends sessions: a join would lock what a view shows last. The lock is the one that
     * changes of the account take, or two calls would wait for each other to have more. A session ends by its deletion, and a token by a change.
     */
    async hold(id: string, by: Opened): Promise<boolean> {
      const source = sources[by]
      const { rows } = await sql<{ id: string }>`
        select id from (
          with person as materialized (select from people users where id = (select user_id from ${source} where id = ${id}) for no key update)
          select id from ${source} sessions where id = ${id} and (select count(*) from person) >= 0
          for ${by === 'token' ? sql`share` : sql`key share`} of sessions) held`.execute(db)
      return rows.length > 0
    },
    /**
     * The PIN was right just now, which also opens a locked vault. False, and nothing is opened: it is no longer that PIN. Its row is locked first, so
     * that a change which is under way counts.
     */
    async openPin({ id, userId, pinHash }: { id: string; userId: string; pinHash: string }, until: Date, now: Date): Promise<boolean> {
      const { rows } = await sql<{ is_same: boolean; is_session: boolean }>`
        with pin as materialized (select from stored_pins where user_id = ${userId} and pin_hash = ${pinHash} for share),
          opened as (update sessions set pin_until = ${until}, active_at = ${now}, locked_at = null
            where id = ${id} and exists (select from pin) returning id)
        select exists (select from pin) as is_same, exists (select from opened) as is_session`.execute(db)
      const [{ is_same: isSame, is_session: isSession } = { is_same: false, is_session: false }] = rows
      // A program that is signed in has a token in place of a session.
      if (isSame && !isSession) await db.updateTable('person_tokens').set({ pin_until: until }).where('id', '=', id).execute()
      return isSame
    },
    /** The second factor was shown just now. */
    async openFactor(id: string, until: Date): Promise<void> {
      await db.updateTable('sessions').set({ factor_until: until }).where('id', '=', id).execute()
    },
    async lock(id: string, now: Date): Promise<void> {
      await db.updateTable('sessions').set({ locked_at: now, pin_until: null, factor_until: null }).where('id', '=', id).execute()
    },
    async clearPins(userId: string): Promise<void> {
      await sql`select close_pins_of(${userId})`.execute(db)
    },
  }
}
