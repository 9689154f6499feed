import type { HashAlgorithm, KeyKind } from '@twofold/contract/keys'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Opened, SessionRow } from '../platform/http/identity.ts'
import { findSession } from '../sessions/found-session.repository.ts'
import type { Permission } from './grants.repository.ts'

/** A key as one person sees it in a list. Times are texts, as JSON has them. */
interface Listed {
  id: string
  name: string
  kind: KeyKind
  issuer: string | null
  account: string | null
  algorithm: HashAlgorithm
  digits: number
  period: number | null
  counter: number | null
  tags: string[]
  is_exclusive: boolean
  icon: string | null
  sites: string[]
  favourite: boolean
  created_at: string
  /** By this person. */
  copied_at: string | null
  groups: { id: string; name: string }[] | null
}

/** The same for a service account. */
interface ProgramKey extends Omit<Listed, 'favourite' | 'copied_at' | 'created_at' | 'groups'> {
  created_at: Date
  expires_at: Date | null
  owner_name: string
}

export interface SessionWithKeys extends SessionRow {
  own_keys: (Listed & { people: number })[]
  shared_keys: (Listed & {
    permission: Permission
    owner_name: string
    expires_at: string | null
    group_id: string | null
    group_name: string | null
  })[]
}

/** What a list shows of a key of its own and of one that is shared, to the person of a session. */
const visibleKeys = (now: Date) => sql`(
  with copies as (
    select key_id, max(copied_at) as copied_at from key_copies
    where user_id = users.id and copied_at > ${now}::timestamptz - interval '30 days'
    group by key_id
  ), own as (
    select keys.id, keys.name, keys.kind, keys.issuer, keys.account, keys.algorithm, keys.digits, keys.period, keys.counter, keys.tags, keys.is_exclusive, keys.icon, keys.sites,
      keys.created_at, favourites.key_id is not null as favourite, copies.copied_at, coalesce(holders.people, 0) as people, grouped.groups
    from keys
    left join favourites on favourites.key_id = keys.id and favourites.user_id = users.id
    left join copies on copies.key_id = keys.id
    left join (
      select key_id, count(distinct person)::int as people from granted_shares
      where owner_id = users.id and deleted_at is null and (expires_at is null or expires_at > ${now}) and recipient_id is distinct from owner_id
      group by key_id
    ) holders on holders.key_id = keys.id
    left join (
      select shares.key_id, json_agg(json_build_object('id', groups.id, 'name', groups.name) order by groups.name, groups.id) as groups
      from groups
      join shares on shares.group_id = groups.id and shares.revoked_at is null and (shares.expires_at is null or shares.expires_at > ${now})
      where groups.owner_id = users.id
      group by shares.key_id
    ) grouped on grouped.key_id = keys.id
    where keys.owner_id = users.id and keys.deleted_at is null
  ), ways as (
    select key_id, owner_name,
      case when bool_or(permission = 'admin') then 'admin' else 'view' end as permission,
      case when bool_or(expires_at is null) then null else max(expires_at) end as expires_at,
      case when bool_or(group_id is null) then null else (array_agg(group_id order by created_at))[1] end as group_id,
      array_agg(group_id) filter (where group_id is not null) as group_ids
    from live_shares
    where recipient_id = users.id and (expires_at is null or expires_at > ${now})
    group by key_id, owner_name
  ), shared as (
    select keys.id, keys.name, keys.kind, keys.issuer, keys.account, keys.algorithm, keys.digits, keys.period, keys.counter, keys.tags, keys.is_exclusive, keys.icon, keys.sites,
      keys.created_at, favourites.key_id is not null as favourite, copies.copied_at, ways.permission, ways.owner_name, ways.expires_at, ways.group_id,
      groups.name as group_name,
      (select json_agg(json_build_object('id', id, 'name', name) order by name, id) from groups where id = any(ways.group_ids)) as groups
    from ways
    join keys on keys.id = ways.key_id
    left join groups on groups.id = ways.group_id
    left join favourites on favourites.key_id = keys.id and favourites.user_id = users.id
    left join copies on copies.key_id = keys.id
  )
  select
    coalesce((select json_agg(own order by created_at, id) from own), '[]') as own_keys,
    coalesce((select json_agg(shared order by created_at, id) from shared), '[]') as shared_keys
) visible`

/** The lists of keys that a page shows, read with its session. */
export function createVisibleKeysRepository(db: Db) {
  return {
    /**
     * The session with everything that its person can see, in one round trip: own keys with how many people and addresses have each, and keys
     * that others share and that are live now, each once, with the most that any way allows.
     */
    findSessionWithKeys: (tokenHash: Buffer, now: Date, by?: Opened): Promise<SessionWithKeys | undefined> =>
      findSession<SessionWithKeys>(db, tokenHash, now, { columns: sql`visible.own_keys, visible.shared_keys`, from: visibleKeys(now) }, by),
    /** Keys that a service account may take codes of now. */
    async listOfServiceAccount(id: string, now: Date): Promise<ProgramKey[]> {
      const { rows } = await sql<ProgramKey>`
        select keys.id, keys.name, keys.kind, keys.issuer, keys.account, keys.algorithm, keys.digits, keys.period, keys.counter, keys.tags, keys.is_exclusive, keys.icon, keys.sites,
          keys.created_at, access.expires_at, owners.name as owner_name
        from service_account_access access
        join keys on keys.id = access.key_id
        join users owners on owners.id = access.owner_id
        where access.service_account_id = ${id} and (access.expires_at is null or access.expires_at > ${now})
        order by keys.created_at, keys.id`.execute(db)
      return rows
    },
  }
}

export type VisibleKeysRepository = ReturnType<typeof createVisibleKeysRepository>
