import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { changesRow } from '../platform/row-counts.ts'

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
     * Holds the session and its account until the transaction ends, so that whatever ends the session also ends what is made here. False: it
     * has ended. The account is locked first, as by everything that ends sessions: a join would lock what a view shows last.
     */
    async hold(id: string): Promise<boolean> {
      const { rows } = await sql<{ id: string }>`
        with person as materialized (select from people users where id = (select user_id from sessions where id = ${id}) for share)
        select id from sessions where id = ${id} and (select count(*) from person) >= 0 for key share of sessions`.execute(db)
      return rows.length > 0
    },
    /** The PIN was right just now, which also opens a locked vault. */
    async openPin(id: string, until: Date, now: Date): Promise<void> {
      const isSession = await changesRow(
        db.updateTable('sessions').set({ pin_until: until, active_at: now, locked_at: null }).where('id', '=', id),
      )
      // A program that is signed in has a token in place of a session.
      if (!isSession) await db.updateTable('person_tokens').set({ pin_until: until }).where('id', '=', id).execute()
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
