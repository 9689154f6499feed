import { type RawBuilder, sql } from 'kysely'
import { gather, laneOf } from '../platform/gathered-reads.ts'
import { compileOnce, type Places } from '../platform/compile-once.ts'
import type { Db } from '../platform/database.ts'
import type { Opened, SessionRow } from '../platform/identity.ts'
import { openWindow } from '../platform/maintenance.repository.ts'
import type { AskedSession, MakeGatheredFinder, MakeSessionFinder, ReadWithSession } from '../platform/session-finder.ts'

/** The columns of `SessionRow`. */
const columns = (now: Date | RawBuilder<Date>) => sql`
  sessions.id as session_id, sessions.browser_hash, sessions.remember, sessions.seen_at, sessions.idle_expires_at,
  sessions.expires_at, sessions.is_pending, sessions.pin_until, sessions.factor_until, sessions.active_at, sessions.locked_at,
  users.auto_lock_minutes, users.id as user_id, users.name, users.email, users.role, users.must_change_password, users.secrets_closed_until,
  users.codes_closed_until, users.stopped_at, users.has_second_factor, users.second_factor_due_at, ${openWindow(now)} as closure`

/** People's tokens are in a view of the same shape, with an additional column for their rights. */
export const sources = { session: sql.table('sessions'), token: sql.table('person_tokens') }

const sessionsOfPeople = (by: Opened = 'session') => sql`
  from ${sources[by]} sessions
  join people users on users.id = sessions.user_id and users.is_active and users.deleted_at is null`

/** The existing ones of these sessions with their people, as `findSession` finds them. */
export async function findSessions(db: Db, ids: readonly string[], now: Date, by?: Opened): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`select ${columns(now)} ${sessionsOfPeople(by)} where sessions.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

type TimeColumn = { [Column in keyof SessionRow]: SessionRow[Column] extends Date | null ? Column : never }[keyof SessionRow]

/** Every column that JSON has as a text. Complete by its type. */
const times: Record<Exclude<TimeColumn, 'closure'>, true> = {
  seen_at: true,
  idle_expires_at: true,
  expires_at: true,
  pin_until: true,
  factor_until: true,
  active_at: true,
  locked_at: true,
  secrets_closed_until: true,
  codes_closed_until: true,
  stopped_at: true,
  second_factor_due_at: true,
}

/** A row of `foundSessions`, as JSON has it. */
export type FoundSession = Omit<SessionRow, keyof typeof times | 'browser_hash'> &
  Record<keyof typeof times, string | null> & { browser_hash: string | null }

/** The result of `findSessions` as a JSON array, for use in another statement. `ids`: a subquery with the ids. */
export const foundSessions = (ids: RawBuilder<unknown>, now: Date, by?: Opened): RawBuilder<FoundSession[]> => sql`(
  select coalesce(json_agg(found), '[]') from (select ${columns(now)} ${sessionsOfPeople(by)} where sessions.id in (${ids})) found
)`

/** The row as the database's driver would have read it. */
export function readFound({ browser_hash: hash, ...row }: FoundSession): SessionRow {
  const read = Object.keys(times).map((name) => [name, toDate(row[name as keyof typeof times])])
  return {
    ...row,
    browser_hash: hash === null ? null : Buffer.from(hash.replace(/^\\x/, ''), 'hex'),
    ...Object.fromEntries(read),
  } as SessionRow
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** `where`: condition on sessions. */
const found = <Found>(
  now: RawBuilder<Date>,
  by: Opened,
  where: RawBuilder<unknown>,
  { columns: further, from }: Partial<ReadWithSession> = {},
) =>
  sql<Found>`
    select ${columns(now)}${by === 'token' ? sql`, sessions.token` : sql``}${further ? sql`, ${further}` : sql``}
    ${sessionsOfPeople(by)}
    ${from ? sql`cross join lateral ${from}` : sql``}
    where ${where}`

export const makeSessionFinder: MakeSessionFinder = <Found extends SessionRow, Values extends object>(
  more?: (values: Places<Values & AskedSession>) => ReadWithSession,
) => {
  const finderOf = (by: Opened) =>
    compileOnce<Values & AskedSession, Found>((values) =>
      found(values.now, by, sql`sessions.token_hash = ${values.tokenHash}`, more?.(values)),
    )
  const finders = { session: finderOf('session'), token: finderOf('token') }
  return async (db: Db, asked: Values & AskedSession, by: Opened = 'session') => {
    const [row] = await finders[by](db, asked)
    return row
  }
}

export const makeGatheredFinder: MakeGatheredFinder = <Found extends SessionRow>(
  more: (values: Places<Pick<AskedSession, 'now'>>) => ReadWithSession,
  countRows: (found: Found) => number,
) => {
  const finderOf = (by: Opened) =>
    compileOnce<{ hashes: Buffer[]; now: Date }, Found & { token_hash: Buffer }>(({ hashes, now }) => {
      const { columns: further, from } = more({ now })
      const options = { columns: sql`${further}, sessions.token_hash`, ...(from && { from }) }
      // Hides the number of hashes from the planner: otherwise it would prefer a custom plan, and plan every time.
      return found(now, by, sql`sessions.token_hash = any((select ${hashes}::bytea[])::bytea[])`, options)
    })
  const finders = { session: finderOf('session'), token: finderOf('token') }
  return (db: Db) => {
    const gathered = (by: Opened) =>
      gather<AskedSession, Found | undefined>({
        lane: () => laneOf(db),
        async readMany(asked) {
          const now = new Date(Math.max(...asked.map(({ now: time }) => time.getTime())))
          const rows = await finders[by](db, { hashes: asked.map(({ tokenHash }) => tokenHash), now })
          // Matched by token hash, never by order: nobody may get another person's row.
          const byHash = new Map(rows.map((row) => [nameOf(row.token_hash), row]))
          return asked.map(({ tokenHash }) => byHash.get(nameOf(tokenHash)))
        },
        callerOf: ({ tokenHash }) => nameOf(tokenHash),
        countRows: (row) => row && countRows(row),
      })
    const finds = { session: gathered('session'), token: gathered('token') }
    return (asked: AskedSession, by: Opened = 'session') => finds[by](asked)
  }
}

const nameOf = (hash: Buffer) => hash.toString('latin1')
