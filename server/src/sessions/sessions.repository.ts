import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Opened, SessionRow } from '../platform/identity.ts'
import { openWindow } from '../platform/maintenance.repository.ts'
import type { Closure } from '../platform/maintenance.ts'
import { findSessions, makeSessionFinder } from './found-session.repository.ts'
import { createEndedSessions } from './ended-sessions.repository.ts'
import { createSessionProofs } from './session-proofs.repository.ts'
import { findsRow } from '../platform/row-counts.ts'
import { isOpenSession } from '../platform/lasts.ts'

export interface NewSessionRow {
  id: string
  user_id: string
  token_hash: Buffer
  browser_hash: Buffer | null
  is_pending: boolean
  remember: boolean
  ip: string
  user_agent: string | null
  device_hash: Buffer | null
  created_at: Date
  idle_expires_at: Date
  expires_at: Date
}

interface Surroundings {
  now: Date
  device: { userId: string; hash: Buffer; knownSince: Date }
  failures: { emailHash: Buffer; since: Date }
}

export interface SignInSurroundings {
  /** The maintenance that is under way. */
  closure: Closure | null
  /** The account was signed in from this device, not too long ago. */
  isKnown: boolean
  /** Wrong sign-ins just before. */
  failures: number
}

const findSession = makeSessionFinder()

export function createSessionsRepository(db: Db) {
  return {
    ...createEndedSessions(db),
    ...createSessionProofs(db),
    /** `from`: the device that the account signs in from, recorded in the same statement. */
    async put(session: NewSessionRow, from?: Buffer): Promise<void> {
      const { user_id, user_agent, ip, created_at: now } = session
      const row = { ...session, seen_at: now, active_at: now }
      if (from === undefined) return void (await db.insertInto('sessions').values(row).execute())
      await db
        .with('device', (also) =>
          also
            .insertInto('known_devices')
            .values({ user_id, device_hash: from, user_agent, ip, first_seen_at: now, last_seen_at: now })
            .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ user_agent, ip, last_seen_at: now })),
        )
        .insertInto('sessions')
        .values(row)
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
    /** Facts that a sign-in and its notices depend on, in one statement. */
    async lookAround({ now, device, failures }: Surroundings): Promise<SignInSurroundings> {
      const known = db
        .selectFrom('known_devices')
        .where('user_id', '=', device.userId)
        .where('device_hash', '=', device.hash)
        .where('last_seen_at', '>', device.knownSince)
        .select('user_id')
      const failed = db
        .selectFrom('sign_in_failures')
        .where('email_hash', '=', failures.emailHash)
        .where('happened_at', '>', failures.since)
        .select(({ fn }) => fn.countAll<number>().as('count'))
      const row = await db
        .selectNoFrom(({ exists }) => [openWindow(now).as('closure'), exists(known).as('is_known'), failed.as('failures')])
        .executeTakeFirstOrThrow()
      return { closure: row.closure, isKnown: row.is_known === true, failures: row.failures ?? 0 }
    },
    async touch(id: string, change: { seen_at?: Date; idle_expires_at?: Date; active_at?: Date }): Promise<void> {
      await db.updateTable('sessions').set(change).where('id', '=', id).execute()
    },
    /** The session and its person do not change until the transaction ends. The person is locked first, as by everything that ends sessions. */
    async holdWithPerson(userId: string | null, sessionId: string | null): Promise<void> {
      await sql`
        with person as materialized (select from people users where id = ${userId} for share) select from sessions
        where id = ${sessionId} and user_id = ${userId} and (select count(*) from person) >= 0 for share of sessions`.execute(db)
    },
    /** A person's sessions that are good now, the last used first; those that wait for their second step are none yet. */
    listOf: (userId: string, now: Date) =>
      db
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .where(isOpenSession(now))
        .select(['id', 'ip', 'user_agent', 'remember', 'created_at', 'seen_at'])
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .execute(),
    /** Devices that a person signed in from, the last used first. */
    listDevices: (userId: string, since: Date) =>
      db
        .selectFrom('known_devices')
        .where('user_id', '=', userId)
        .where('last_seen_at', '>', since)
        .select(['user_agent', 'ip', 'first_seen_at', 'last_seen_at'])
        .orderBy('last_seen_at', 'desc')
        .orderBy('device_hash')
        .execute(),
    isSince: (id: string, time: Date): Promise<boolean> =>
      findsRow(db.selectFrom('sessions').where('id', '=', id).where('created_at', '>=', time).select('id')),
  }
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>
