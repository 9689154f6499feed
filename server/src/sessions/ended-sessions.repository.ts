import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { countChanged } from '../platform/row-counts.ts'

/** Milliseconds after a time of the row. */
const after = (column: 'seen_at' | 'created_at', milliseconds: number) =>
  sql<Date>`${sql.ref(column)} + ${milliseconds / 1000} * interval '1 second'`

/** Ends sessions. */
export function createEndedSessions(db: Db) {
  return {
    removeOne: (userId: string, id: string) =>
      db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id).returning('user_agent').executeTakeFirst(),
    async removeOthers(userId: string, id: string): Promise<number> {
      const [removed, { rows }] = await Promise.all([
        countChanged(() => db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', id).executeTakeFirst()),
        sql<{ ended: number }>`select end_devices_of(${userId}) as ended`.execute(db),
      ])
      return removed + (rows[0]?.ended ?? 0)
    },
    /** All of a person, by an administrator; answers how many. */
    async endAllOf(userId: string): Promise<number> {
      const [, ended, { rows }] = await Promise.all([
        sql`select set_config('twofold.session_end', 'revoked_by_admin', true)`.execute(db),
        countChanged(() => db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst()),
        sql<{ devices: number }>`select end_devices_of(${userId}) as devices`.execute(db),
      ])
      return ended + (rows[0]?.devices ?? 0)
    },
    /** A browser holds one session: whatever it had before has lost its cookie half. */
    async removeOfDevice(deviceHash: Buffer): Promise<void> {
      await db.deleteFrom('sessions').where('device_hash', '=', deviceHash).where('browser_hash', 'is not', null).execute()
    },
    /** Ends the session of a user who signs out, in the transaction of the call. No reason is kept, as nobody needs it. */
    async leave(id: string): Promise<void> {
      await sql`select set_config('twofold.session_end', 'signed_out', true)`.execute(db)
      await db.deleteFrom('sessions').where('id', '=', id).execute()
    },
    /** The reason why the session with these credentials ended. */
    async findEnd(tokenHash: Buffer): Promise<{ reason: string; browser_hash: Buffer | null } | undefined> {
      return db.selectFrom('ended_sessions').where('token_hash', '=', tokenHash).select(['reason', 'browser_hash']).executeTakeFirst()
    },
    /** Sessions that are open end no later than the new lengths say, in milliseconds. */
    async shorten({ idle, absolute, remember }: { idle: number; absolute: number; remember: number }): Promise<void> {
      const change = (isRemembered: boolean, most: { idle: number; absolute: number }) =>
        db
          .updateTable('sessions')
          .set((row) => ({
            idle_expires_at: row.fn<Date>('least', [row.ref('idle_expires_at'), after('seen_at', most.idle)]),
            expires_at: row.fn<Date>('least', [row.ref('expires_at'), after('created_at', most.absolute)]),
          }))
          .where('remember', '=', isRemembered)
          .where('is_pending', '=', false)
          .execute()
      await Promise.all([change(false, { idle, absolute }), change(true, { idle: remember, absolute: remember })])
    },
    removable: (ended: Date, forgotten: { devices: Date; ends: Date }): RetentionTask[] => [
      rowsUntil({ table: 'sessions', column: 'expires_at', until: ended }),
      rowsUntil({ table: 'sessions', column: 'idle_expires_at', until: ended }),
      rowsUntil({ table: 'known_devices', column: 'last_seen_at', until: forgotten.devices }),
      rowsUntil({ table: 'ended_sessions', column: 'ended_at', until: forgotten.ends }),
    ],
  }
}
