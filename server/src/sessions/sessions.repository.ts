import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Opened, SessionRow } from '../platform/identity.ts'
import { openWindow } from '../platform/maintenance.repository.ts'
import type { Closure } from '../platform/maintenance.ts'
import { rowsUntil } from '../platform/retention.ts'
import type { RetentionTask } from '../platform/retention.ts'
import { createSessionFinder, findSessions } from './found-session.repository.ts'

export interface NewSessionRow {
  id: string
  user_id: string
  token_hash: Buffer
  browser_hash: Buffer | null
  is_pending: boolean
  remember: boolean
  ip: string | null
  user_agent: string | null
  device_hash: Buffer | null
  created_at: Date
  idle_expires_at: Date
  expires_at: Date
}

const findSession = createSessionFinder()

export function createSessionsRepository(db: Db) {
  return {
    async put(session: NewSessionRow): Promise<void> {
      await db
        .insertInto('sessions')
        .values({ ...session, seen_at: session.created_at, active_at: session.created_at })
        .execute()
    },
    /** The session with its person, if both are alive. Whether it has ended, and whose browser it is bound to, the caller checks. */
    findByToken: (tokenHash: Buffer, now: Date, by?: Opened): Promise<SessionRow | undefined> => findSession(db, { tokenHash, now }, by),
    /** The same for sessions whose credentials were checked before. */
    findMany: (ids: readonly string[], now: Date, by?: Opened): Promise<SessionRow[]> => findSessions(db, ids, now, by),
    /** The maintenance that is under way. */
    async findClosure(now: Date): Promise<Closure | null> {
      const row = await db.selectNoFrom(openWindow(now).as('closure')).executeTakeFirst()
      return row?.closure ?? null
    },
    async touch(id: string, change: { seen_at?: Date; idle_expires_at?: Date; active_at?: Date }): Promise<void> {
      await db.updateTable('sessions').set(change).where('id', '=', id).execute()
    },
    /** A person's sessions that are good now, the last used first; those that wait for their second step are none yet. */
    listOf: (userId: string, now: Date) =>
      db
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .where('is_pending', '=', false)
        .where('expires_at', '>', now)
        .where('idle_expires_at', '>', now)
        .select(['id', 'ip', 'user_agent', 'remember', 'created_at', 'seen_at'])
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .execute(),
    removeOne: (userId: string, id: string) =>
      db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id).returning('user_agent').executeTakeFirst(),
    async removeOthers(userId: string, id: string): Promise<number> {
      const removed = await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', id).executeTakeFirst()
      const { rows } = await sql<{ ended: number }>`select end_devices_of(${userId}) as ended`.execute(db)
      return Number(removed.numDeletedRows) + (rows[0]?.ended ?? 0)
    },
    /** All of a person, by an administrator; answers how many. */
    async endAllOf(userId: string): Promise<number> {
      await sql`select set_config('twofold.session_end', 'revoked_by_admin', true)`.execute(db)
      const ended = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst()
      const { rows } = await sql<{ devices: number }>`select end_devices_of(${userId}) as devices`.execute(db)
      return Number(ended.numDeletedRows) + (rows[0]?.devices ?? 0)
    },
    /** A browser holds one session: whatever it had before has lost its cookie half. */
    async removeOfDevice(deviceHash: Buffer): Promise<void> {
      await db.deleteFrom('sessions').where('device_hash', '=', deviceHash).where('browser_hash', 'is not', null).execute()
    },
    /** Notes a device. True: this account was signed in from it after `since`. */
    async rememberDevice(
      { userId, hash, userAgent, ip }: { userId: string; hash: Buffer; userAgent: string | null; ip: string },
      now: Date,
      since: Date,
    ): Promise<boolean> {
      const before = db
        .selectFrom('known_devices')
        .where('user_id', '=', userId)
        .where('device_hash', '=', hash)
        .where('last_seen_at', '>', since)
        .select('last_seen_at')
      const seen = db
        .insertInto('known_devices')
        .values({ user_id: userId, device_hash: hash, user_agent: userAgent, ip, first_seen_at: now, last_seen_at: now })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'device_hash']).doUpdateSet({ user_agent: userAgent, ip, last_seen_at: now }),
        )
      const [known] = await Promise.all([before.executeTakeFirst(), seen.execute()])
      return known !== undefined
    },
    /** The user signs out, within the transaction of this call: no reason is kept, since there is nobody to show it to. */
    async leave(id: string): Promise<void> {
      await sql`select set_config('twofold.session_end', 'signed_out', true)`.execute(db)
      await db.deleteFrom('sessions').where('id', '=', id).execute()
    },
    /** Why a session is over that these halves belong to. */
    async findEnd(tokenHash: Buffer): Promise<{ reason: string; browser_hash: Buffer | null } | undefined> {
      return db.selectFrom('ended_sessions').where('token_hash', '=', tokenHash).select(['reason', 'browser_hash']).executeTakeFirst()
    },
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
    /** Takes a session that waits for its second step away; undefined when it is gone, so that of two right answers one opens a session. */
    takePending: (id: string) =>
      db.deleteFrom('sessions').where('id', '=', id).where('is_pending', '=', true).returning('remember').executeTakeFirst(),
    /** The PIN was right just now, which also opens a locked vault. */
    async openPin(id: string, until: Date, now: Date): Promise<void> {
      const opened = await db
        .updateTable('sessions')
        .set({ pin_until: until, active_at: now, locked_at: null })
        .where('id', '=', id)
        .executeTakeFirst()
      // A program that is signed in has a token in place of a session.
      if (Number(opened.numUpdatedRows) === 0)
        await db.updateTable('person_tokens').set({ pin_until: until }).where('id', '=', id).execute()
    },
    /** The second factor was shown just now. */
    async openFactor(id: string, until: Date): Promise<void> {
      await db.updateTable('sessions').set({ factor_until: until }).where('id', '=', id).execute()
    },
    async isSince(id: string, time: Date): Promise<boolean> {
      const found = await db.selectFrom('sessions').where('id', '=', id).where('created_at', '>=', time).select('id').executeTakeFirst()
      return found !== undefined
    },
    async lock(id: string, now: Date): Promise<void> {
      await db.updateTable('sessions').set({ locked_at: now, pin_until: null, factor_until: null }).where('id', '=', id).execute()
    },
    async clearPins(userId: string): Promise<void> {
      await sql`select close_pins_of(${userId})`.execute(db)
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

/** Milliseconds after a time of the row. */
const after = (column: 'seen_at' | 'created_at', milliseconds: number) =>
  sql<Date>`${sql.ref(column)} + ${milliseconds / 1000} * interval '1 second'`

export type SessionsRepository = ReturnType<typeof createSessionsRepository>
