import type { RiskCounts, RiskKind } from '@twofold/contract/admin/analytics'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { lasts } from '../../platform/lasts.ts'

export interface RiskRow {
  id: string
  key_name: string | null
  owner_id: string
  owner_name: string
  owner_is_active: boolean
  owner_last_login_at: Date | null
  created_at: Date
  last_used_at: Date | null
  with_id: string | null
  with_name: string | null
  reason: 'expired' | 'inactive_recipient' | 'unused' | null
  keys: number | null
  /** With the id: the row's position in its list. */
  position: string
}

type Position = Pick<RiskRow, 'position' | 'id'>
type Sql = ReturnType<typeof sql>

interface List {
  columns: Sql
  rows: Sql
  order: Sql
  /** Condition for the rows after a row. */
  after: (row: Position) => Sql
}

export interface RiskTimes {
  now: Date
  /** People who have not signed in since are inactive. */
  signedInSince: Date
  /** A key at least this old without a copied code was never used. */
  keysMadeBefore: Date
  /** A share that is as old, and that no code was copied through since, is past its need. */
  sharesUsedSince: Date
}

/** On a row of `counted_keys`, called `keys`: no other active person can use it. `each` ends the search for others. */
export const hasOneHolder = (now: Date, each = sql``) => sql`not exists (
      select from granted_shares granted join people others on others.id = granted.recipient_id
      where granted.key_id = keys.id and granted.recipient_id <> keys.owner_id and ${lasts(now, 'granted')}
        and others.is_active and others.deleted_at is null
      ${each}
    )`

/** On a row of `counted_keys`, called `keys`: it is old enough, and none of its codes was ever copied. */
export const wasNeverUsed = (madeBefore: Date) => sql`keys.copied_at is null and keys.created_at < ${madeBefore}`

const byAge = (table: 'keys' | 'shares') => ({
  order: sql`${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}`,
  after: ({ position, id }: Position) =>
    sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) > (${position}::timestamptz, ${id}::uuid)`,
})

/** Names and dates; no statement here names what is sealed. */
export function createRisksRepository(db: Db) {
  /** For a page: makes the database test row by row until there are enough, rather than read all shares first. */
  const oneByOne = sql`offset 0`

  const oneHolder = ({ now }: RiskTimes, each = sql``) => sql`
    from counted_keys keys
    where ${hasOneHolder(now, each)}`

  const inactiveOwners = ({ signedInSince }: RiskTimes) => sql`
    from counted_users owners
    where owners.keys_count > 0
      and (not owners.is_active or owners.last_login_at is null or owners.last_login_at < ${signedInSince})`

  const neverUsed = ({ keysMadeBefore }: RiskTimes) => sql`
    from counted_keys keys
    where ${wasNeverUsed(keysMadeBefore)}`

  const usedBy = sql`copies.key_id = shares.key_id and (copies.user_id = shares.recipient_id or exists (
    select from listed_members where listed_members.group_id = shares.group_id and listed_members.user_id = copies.user_id))`
  const isExpired = ({ now }: RiskTimes) => sql`shares.expires_at <= ${now}`
  const staleShares = (times: RiskTimes) => sql`
    from given_shares shares
    join counted_keys keys on keys.id = shares.key_id
    left join people on people.id = shares.recipient_id
    left join named_groups groups on groups.id = shares.group_id
    where shares.revoked_at is null and shares.service_account_id is null and (
      ${isExpired(times)} or not people.is_active or people.deleted_at is not null
      or (shares.created_at < ${times.sharesUsedSince}
        and not exists (select from copied_codes copies where ${usedBy} and copies.copied_at >= ${times.sharesUsedSince}))
    )`

  const owner = sql`keys.owner_id, keys.owner_name, keys.owner_is_active, keys.owner_last_login_at`
  const nobody = sql`null::uuid as with_id, null as with_name, null as reason`
  const key = sql`keys.id, keys.name as key_name, ${owner}, keys.created_at, keys.copied_at as last_used_at, ${nobody}, null::int as keys,
    keys.created_at::text as position`

  const lists: Record<RiskKind, (times: RiskTimes) => List> = {
    one_holder: (times) => ({ columns: key, rows: oneHolder(times, oneByOne), ...byAge('keys') }),
    inactive_owners: (times) => ({
      columns: sql`owners.id, null as key_name, owners.id as owner_id, owners.name as owner_name, owners.is_active as owner_is_active,
        owners.last_login_at as owner_last_login_at, owners.created_at, null::timestamptz as last_used_at, ${nobody}, owners.keys_count as keys,
        owners.keys_count::text as position`,
      rows: inactiveOwners(times),
      order: sql`owners.keys_count desc, owners.id desc`,
      after: ({ position, id }) => sql`(owners.keys_count, owners.id) < (${position}::int, ${id}::uuid)`,
    }),
    never_used: (times) => ({ columns: key, rows: neverUsed(times), ...byAge('keys') }),
    stale_shares: (times) => ({
      columns: sql`shares.id, keys.name as key_name, ${owner}, shares.created_at,
        (select max(copies.copied_at) from copied_codes copies where ${usedBy}) as last_used_at,
        people.id as with_id, coalesce(people.name, groups.name, shares.email) as with_name,
        case when ${isExpired(times)} then 'expired' when not people.is_active or people.deleted_at is not null then 'inactive_recipient'
          else 'unused' end as reason, null::int as keys, shares.created_at::text as position`,
      rows: staleShares(times),
      ...byAge('shares'),
    }),
  }

  return {
    /** From the beginning, or after a row that was already listed. */
    async list(kind: RiskKind, times: RiskTimes, limit: number, from: { offset: number } | { after: Position }): Promise<RiskRow[]> {
      const { columns, rows: found, order, after } = lists[kind](times)
      const rest = 'after' in from ? sql`and ${after(from.after)} order by ${order}` : sql`order by ${order} offset ${from.offset}`
      const { rows } = await sql<RiskRow>`select ${columns} ${found} ${rest} ${rowsAtMost(limit)}`.execute(db)
      return rows
    },
    async count(times: RiskTimes): Promise<RiskCounts> {
      const { rows } = await sql<RiskCounts>`
        select (select count(*) ${oneHolder(times)}) as one_holder, (select count(*) ${inactiveOwners(times)}) as inactive_owners,
          (select count(*) ${neverUsed(times)}) as never_used, (select count(*) ${staleShares(times)}) as stale_shares`.execute(db)
      const [counts] = rows
      if (counts === undefined) throw new Error('What was counted has no row.')
      return counts
    },
  }
}

export type RisksRepository = ReturnType<typeof createRisksRepository>
