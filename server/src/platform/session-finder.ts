import type { RawBuilder } from 'kysely'
import type { Places } from './compile-once.ts'
import type { Db } from './database.ts'
import type { Opened, SessionRow } from './identity.ts'

/** An additional read in the session's statement, for its person, who is `users` there. */
export interface ReadWithSession {
  columns: RawBuilder<unknown>
  /** One row, joined laterally; absent: the columns depend on the person only. */
  from?: RawBuilder<unknown>
}

export interface AskedSession {
  tokenHash: Buffer
  now: Date
}

/** Reads for the people of several sessions in one statement, where they are `users`. `countRows`: how much was read for one of them. */
export type MakeGatheredFinder = <Found extends SessionRow>(
  more: (values: Places<Pick<AskedSession, 'now'>>) => ReadWithSession,
  countRows: (found: Found) => number,
) => (db: Db) => (asked: AskedSession, by?: Opened) => Promise<Found | undefined>

/**
 * Makes a statement that finds a session with its person, if both are alive; with `more`, what else a call answers, which spares that call a round
 * trip. Whether the session has ended, and whose browser it is bound to, the caller checks.
 */
export type MakeSessionFinder = <Found extends SessionRow = SessionRow, Values extends object = object>(
  more?: (values: Places<Values & AskedSession>) => ReadWithSession,
) => (db: Db, asked: Values & AskedSession, by?: Opened) => Promise<Found | undefined>
