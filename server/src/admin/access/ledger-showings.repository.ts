import type { AccessFilters } from '@twofold/contract/admin/access'
import { sql } from 'kysely'
import { allOf, domainOf, domainRanges, isAboutPeople, isId, keyConditions, personConditions } from './ledger-filters.repository.ts'
import type { Sql } from './ledger-filters.repository.ts'

export const showingKinds = ['shown', 'copied'] as const
export type ShowingKind = (typeof showingKinds)[number]

/** Where a row stands among those of its kind, as the database writes it: a date in JavaScript has fewer digits. */
export interface ShowingPosition {
  at: string
  key_id: string
  user_id: string
  /** Of a copy. */
  copy_id: string | null
}

/** Keys of which all rows are read. */
const fewKeys = 5_000

const day = 24 * 60 * 60 * 1000

/** Shown codes are kept by the hour, which begins and ends with a day in UTC. */
const tables = {
  shown: { table: sql`key_usage`, time: sql`hour`, since: sql`first_shown_at`, copyId: sql`null::uuid`, tie: sql`key_id, user_id` },
  copied: { table: sql`key_copies`, time: sql`copied_at`, since: sql`copied_at`, copyId: sql`id`, tie: sql`id` },
}

/** `amongKeys` stands for the keys that are asked about, where those are not one. */
function conditionsOf(filters: AccessFilters, time: Sql, amongKeys?: Sql): Sql[] {
  const { key, person, from, to } = filters
  const keys = keyConditions(filters)
  const ranges = sql.join(domainRanges(filters, domainOf('users.email_normalized')), sql` or `)
  return [
    ...(from === undefined ? [] : [sql`${time} >= ${new Date(`${from}T00:00:00Z`)}`]),
    ...(to === undefined ? [] : [sql`${time} < ${new Date(Date.parse(`${to}T00:00:00Z`) + day)}`]),
    ...(keys.length === 0
      ? []
      : isId(key ?? '') && keys.length === 1
        ? [sql`key_id = ${key}`]
        : [amongKeys ?? sql`key_id in (select keys.id from keys where ${allOf(keys)})`]),
    ...(!isAboutPeople(filters)
      ? []
      : isId(person ?? '') && !filters.domain
        ? [sql`user_id = ${person}`]
        : [sql`user_id in (select users.id from users where ${allOf([...personConditions(filters), sql`(${ranges})`])})`]),
  ]
}

/** The newest of one kind, with the columns that every question has. */
export function showingsOf(kind: ShowingKind, filters: AccessFilters, most: number, after?: ShowingPosition): Sql {
  const { table, time, since, copyId, tie } = tables[kind]
  const behind =
    after === undefined
      ? []
      : [
          kind === 'shown'
            ? sql`(hour, key_id, user_id) < (${after.at}::timestamptz, ${after.key_id}::uuid, ${after.user_id}::uuid)`
            : sql`(copied_at, id) < (${after.at}::timestamptz, ${after.copy_id}::uuid)`,
        ]
  const order = kind === 'shown' ? sql`hour desc, key_id desc, user_id desc` : sql`copied_at desc, ${tie} desc`
  return sql`
    select seen.key_id, keys.owner_id, seen.user_id, null::text as email, null::text as via, null::uuid as group_id, null::text as group_name,
      null::text as level, ${kind}::text as what, seen.since, null::timestamptz as until, seen.at, seen.copy_id
    from (${after === undefined ? newest() : found(conditionsOf(filters, time))}) seen join keys on keys.id = seen.key_id`

  function found(conditions: Sql[]): Sql {
    return sql`select key_id, user_id, ${since} as since, ${time}::text as at, ${copyId} as copy_id from ${table}
      where ${allOf([...conditions, ...behind])} order by ${order} limit ${most}`
  }

  /**
   * Of few keys all rows are read, of many the newest of all until enough are theirs. The database takes one of the two for every tag, as it
   * does not know how many keys have it; so both stand here, and the one that is not meant is never run.
   */
  function newest(): Sql {
    const keys = keyConditions(filters)
    if (keys.length === 0 || isId(filters.key ?? '')) return found(conditionsOf(filters, time))
    const counted = sql`(select count(*) from chosen)`
    return sql`
      with chosen as materialized (select keys.id from keys where ${allOf(keys)} limit ${fewKeys + 1})
      select * from (${found([...conditionsOf(filters, time, sql`key_id = any(array(select id from chosen))`), sql`${counted} <= ${fewKeys}`])}) few
      union all
      select * from (${found([...conditionsOf(filters, time), sql`${counted} > ${fewKeys}`])}) many`
  }
}

/** The newest of both kinds. */
export const showings = (filters: AccessFilters, most: number): Sql =>
  sql.join(
    showingKinds.map((kind) => sql`(${showingsOf(kind, filters, most)})`),
    sql` union all `,
  )
