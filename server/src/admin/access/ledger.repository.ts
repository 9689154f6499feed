import type { AccessFilters } from '@twofold/contract/admin/access'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { allOf, isAboutPeople, keyConditions, type Sql } from './ledger-filters.repository.ts'
import { type KeySizes, keySizes, type ShowingKind, type ShowingPosition, showings, showingsOf } from './ledger-showings.repository.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { createAccessQueries } from './access-queries.repository.ts'

export interface LedgerRow {
  key_id: string
  key_name: string
  owner_id: string
  owner_name: string
  person_id: string | null
  person_name: string | null
  person_email: string
  person_is_active: boolean
  via: 'owner' | 'direct' | 'group' | null
  group_id: string | null
  group_name: string | null
  level: 'owner' | 'admin' | 'view' | null
  what: 'shown' | 'copied' | 'added' | 'secret' | 'backup_codes' | 'export' | null
  since: Date
  until: Date | null
  last_used_at: Date | null
}

/** All null if a page has no rows: the other columns are answered anyway. */
type FoundRow = LedgerRow | { [Name in keyof LedgerRow]: null }

const isFound = <Row extends FoundRow>(row: Row): row is Row & LedgerRow => row.key_id !== null

export type ShowingRow = LedgerRow & ShowingPosition

/** Moments that an answer depends on. `day`: the day that is asked about; undefined: now. */
export interface LedgerTimes {
  now: Date
  day: { start: Date; end: Date } | undefined
  keysMadeBefore: Date
}

/** The key or the person that rows were read of last, for an export that goes on behind it. `domain` is only that of a person. */
export interface LedgerPosition {
  id: string
  domain: string
}

/** Keys or people that an export reads at once. */
export const positionsAtOnce = 200

/** Conditions of the risk page on a row of `counted_keys`, called `keys`. */
export interface RiskConditions {
  hasOneHolder: (now: Date, each?: Sql) => Sql
  wasNeverUsed: (madeBefore: Date) => Sql
}

/** `sizes`: for tests, in place of those of the product. */
export function createLedgerRepository(db: Db, risks: RiskConditions, sizes: KeySizes = keySizes) {
  const found = createAccessQueries(risks)
  const { byKey, people, byPerson, waiting, described } = found
  function foundUpTo(filters: AccessFilters, times: LedgerTimes, most: number): Sql {
    if (filters.question === 'showings') return showings(filters, sizes, most)
    if (!isAboutPeople(filters)) return sql`${byKey(filters, times, [])} ${rowsAtMost(most)}`
    const named = sql`(${byPerson(filters, times, [])} ${rowsAtMost(most)})`
    if (filters.question !== 'access') return named
    return sql`${named} union all (${waiting(filters, times)} ${rowsAtMost(most)})`
  }

  return {
    /** One page, with the number of rows up to `most`, and the time since which the history is complete. */
    async list(filters: AccessFilters, times: LedgerTimes, { most, limit, offset }: { most: number; limit: number; offset: number }) {
      const order =
        filters.question === 'showings' ? sql`since desc, what, key_id, user_id` : sql`domain, user_id, email, key_id, via, group_id, since`
      const { rows } = await sql<FoundRow & { total: number; known_since: Date }>`
        with found as materialized (
          select *, row_number() over (order by ${order}) as position from (${foundUpTo(filters, times, most)}) all_found ${rowsAtMost(most)}
        )
        select (select count(*) from found)::int as total, (select since from whole_history) as known_since, page.*
        from (select) one left join lateral (
          ${described(sql`(select * from found order by position ${rowsAtMost(limit, offset)})`)} order by found.position
        ) page on true`.execute(db)
      const [first] = rows
      if (first === undefined) throw new Error('The ledger answers one row at least.')
      return { rows: rows.filter(isFound), total: first.total, knownSince: first.known_since }
    },
    /** Time since which the history is complete. */
    async readStart(): Promise<Date> {
      const { since } = await db.selectFrom('whole_history').select('since').executeTakeFirstOrThrow()
      return since
    },
    /** The keys or people whose rows come next in an export. */
    async listNext(filters: AccessFilters, after: LedgerPosition | undefined): Promise<LedgerPosition[]> {
      const behind = after === undefined ? [] : [sql`keys.id > ${after.id}`]
      const next = isAboutPeople(filters)
        ? sql<LedgerPosition>`select id, domain from (${people(filters, [])}) people
            where ${after === undefined ? sql`true` : sql`(domain, id) > (${after.domain}, ${after.id}::uuid)`} order by domain, id ${rowsAtMost(positionsAtOnce)}`
        : sql<LedgerPosition>`select keys.id, '' as domain from named_keys keys where ${allOf([...keyConditions(filters), ...behind])} order by keys.id ${rowsAtMost(positionsAtOnce)}`
      const { rows } = await next.execute(db)
      return rows
    },
    async listOf(filters: AccessFilters, times: LedgerTimes, positions: readonly LedgerPosition[]): Promise<LedgerRow[]> {
      const chosen = positions.map(({ id }) => id)
      const found = isAboutPeople(filters)
        ? byPerson(filters, times, [sql`users.id = any(${chosen}::uuid[])`])
        : byKey(filters, times, [sql`keys.id = any(${chosen}::uuid[])`])
      const { rows } = await sql<LedgerRow>`${described(sql`(${found})`)} order by found.domain, found.user_id, found.key_id`.execute(db)
      return rows
    },
    /** All shares waiting for addresses: they are few, and limited per owner. */
    async listWaiting(filters: AccessFilters, times: LedgerTimes): Promise<LedgerRow[]> {
      const { rows } =
        await sql<LedgerRow>`${described(sql`(${waiting(filters, times)})`)} order by found.domain, found.email, found.key_id`.execute(db)
      return rows
    },
    /** The newest of one kind, or those behind a row that was listed before. */
    async listShowings(kind: ShowingKind, filters: AccessFilters, most: number, after?: ShowingPosition): Promise<ShowingRow[]> {
      const found = sql`(${showingsOf(kind, filters, sizes, most, after)})`
      const order =
        kind === 'shown'
          ? sql`found.at::timestamptz desc, found.key_id desc, found.user_id desc`
          : sql`found.since desc, found.copy_id desc`
      const { rows } = await sql<ShowingRow>`${described(found, sql`, found.at, found.user_id, found.copy_id`)} order by ${order}`.execute(
        db,
      )
      return rows
    },
  }
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>
