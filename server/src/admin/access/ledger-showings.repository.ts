import type { AccessFilters } from '@twofold/contract/admin/access'
import { sql } from 'kysely'
import {
  allOf,
  domainOf,
  domainRanges,
  isAboutPeople,
  isId,
  keyConditions,
  keyIds,
  personConditions,
  type Sql,
} from './ledger-filters.repository.ts'
import { day, startOf } from '../../platform/days.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'

export const showingKinds = ['shown', 'copied'] as const
export type ShowingKind = (typeof showingKinds)[number]

/** Position of a row among those of its kind, as the database writes it: a JavaScript date has fewer digits. */
export interface ShowingPosition {
  at: string
  key_id: string
  user_id: string
  /** Id of the copy; null for a showing. */
  copy_id: string | null
}

/** Up to how many keys each is asked for its rows (`few`), and how many fit into the memory of a statement (`some`). */
export interface KeySizes {
  few: number
  some: number
}
export const keySizes: KeySizes = { few: 5_000, some: 150_000 }

/** Shown codes are stored by the hour, and hours do not cross days in UTC. All columns here are in the index that is ordered by newest. */
const copiesOfPeople = sql`(select id, key_id, user_id, copied_at from copied_codes where user_id is not null) copied_codes`
const tables = {
  shown: {
    table: sql`shown_codes`,
    time: sql`hour`,
    since: sql`first_shown_at`,
    copyId: sql`null::uuid`,
    tie: sql`key_id, user_id`,
  },
  copied: { table: copiesOfPeople, time: sql`copied_at`, since: sql`copied_at`, copyId: sql`id`, tie: sql`id` },
}

/** `amongKeys` restricts to the filtered keys, if there is not just one. */
function conditionsOf(filters: AccessFilters, time: Sql, amongKeys?: Sql): Sql[] {
  const { key, person, from, to } = filters
  const keys = keyConditions(filters)
  const ranges = sql.join(domainRanges(filters, domainOf('users.email_normalized')), sql` or `)
  return [
    ...(from === undefined ? [] : [sql`${time} >= ${new Date(startOf(from))}`]),
    ...(to === undefined ? [] : [sql`${time} < ${new Date(startOf(to) + day)}`]),
    ...(keys.length === 0
      ? []
      : isId(key ?? '') && keys.length === 1
        ? [sql`key_id = ${key}`]
        : [amongKeys ?? sql`key_id in (${keyIds(filters)})`]),
    ...(!isAboutPeople(filters)
      ? []
      : isId(person ?? '') && !filters.domain
        ? [sql`user_id = ${person}`]
        : [sql`user_id in (select users.id from people users where ${allOf([...personConditions(filters), sql`(${ranges})`])})`]),
  ]
}

function newestOf(kind: ShowingKind, filters: AccessFilters, sizes: KeySizes, most: number, after?: ShowingPosition): Sql {
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
    select seen.key_id, null::uuid as owner_id, seen.user_id, null::text as email, null::text as via, null::uuid as group_id, null::text as group_name,
      null::text as level, ${kind}::text as what, seen.since, null::timestamptz as until, seen.at, seen.copy_id
    from (${after === undefined ? newest() : found(conditionsOf(filters, time))}) seen`

  function found(conditions: Sql[]): Sql {
    return sql`select key_id, user_id, ${since} as since, ${time}::text as at, ${copyId} as copy_id from ${table}
      where ${allOf([...conditions, ...behind])} order by ${order} ${rowsAtMost(most)}`
  }

  /**
   * For few keys all rows are read; for more, the newest of all until enough match. The database would choose one of them for every tag, as it does
   * not know how many keys have it; so the statement contains all variants, and the unused ones are never executed. `is true` preserves the index
   * order: a join would be planned first.
   */
  function newest(): Sql {
    if (!isAboutKeys(filters)) return found(conditionsOf(filters, time))
    const among = (keys: Sql, when: Sql) => sql`select * from (${found([...conditionsOf(filters, time, keys), when])}) those`
    const ids = keyIds(filters)
    return sql`
      ${among(sql`key_id = any(array(${ids} ${rowsAtMost(sizes.few)}))`, sql`${counted} <= ${sizes.few}`)}
      union all
      ${among(sql`(key_id in (${ids} ${rowsAtMost(sizes.some)})) is true`, sql`${counted} > ${sizes.few} and ${counted} <= ${sizes.some}`)}
      union all
      ${among(sql`(exists (select from (${ids}) each where each.id = key_id)) is true`, sql`${counted} > ${sizes.some}`)}`
  }
}

const isAboutKeys = (filters: AccessFilters) => keyConditions(filters).length > 0 && !isId(filters.key ?? '')

const counted = sql`(select keys from asked_about)`

/** Adds the number of filtered keys to the statement, counted up to where it stops mattering. */
const withCount = (filters: AccessFilters, sizes: KeySizes, statement: Sql): Sql =>
  isAboutKeys(filters)
    ? sql`with asked_about as materialized (select count(*) as keys from (${keyIds(filters)} ${rowsAtMost(sizes.some + 1)}) ids) ${statement}`
    : statement

/** The newest of one kind, with the columns that every question has. */
export const showingsOf = (kind: ShowingKind, filters: AccessFilters, sizes: KeySizes, most: number, after?: ShowingPosition): Sql =>
  withCount(filters, sizes, newestOf(kind, filters, sizes, most, after))

/** The newest of both kinds. */
export const showings = (filters: AccessFilters, sizes: KeySizes, most: number): Sql =>
  withCount(
    filters,
    sizes,
    sql.join(
      showingKinds.map((kind) => sql`(${newestOf(kind, filters, sizes, most)})`),
      sql` union all `,
    ),
  )
