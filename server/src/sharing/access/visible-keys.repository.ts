import { type RawBuilder, sql } from 'kysely'
import type { NamedKeys } from '../../platform/database-types.generated.ts'
import type { Db } from '../../platform/database.ts'
import type { SessionRow } from '../../platform/identity.ts'
import { lasts } from '../../platform/lasts.ts'
import { keyColumns, type KeyRow } from '../../platform/listed-key.ts'
import type { MakeGatheredFinder } from '../../platform/session-finder.ts'
import type { Permission } from './held-keys.repository.ts'

/** A key in a list. Times are texts, as JSON has them. */
export type ListedKey = Omit<KeyRow, 'created_at'> & { is_own: boolean; created_at: string }

/** Keys by columns, in no order: to write a list of one column takes PostgreSQL half as long as to write one of values of several kinds. Null: there are no keys. */
type ListedKeys = { [Column in keyof ListedKey]: ListedKey[Column][] | null }

/** The same for a service account. */
interface ProgramKey extends KeyRow {
  expires_at: Date | null
  owner_name: string
}

type Way = [
  keyId: string,
  permission: Permission,
  ownerName: string,
  expiresAt: string | null,
  groupId: string | null,
  groupName: string | null,
  since: string,
]

/** Null: there are none. */
export interface SessionWithKeys extends SessionRow {
  keys: ListedKeys
  /** The ways by which shared keys come, by the name of the group. */
  ways: Way[] | null
  favourites: string[]
  /** Time of this person's last copy, per key. */
  copies: [keyId: string, copiedAt: string][]
  /** Number of people and addresses with access, per own key. */
  holders: [keyId: string, people: number][] | null
  /** Groups with access, per own key, by name. */
  grouped: [keyId: string, groupId: string, name: string][] | null
}

/** The view has all of them, or this does not compile. */
const columns: readonly (keyof NamedKeys)[] = keyColumns

const selected = sql.join(columns.map((name) => sql.ref(`keys.${name}`)))

const listed = sql`json_build_object('is_own', json_agg(keys.owner_id = users.id), ${sql.join(
  columns.map((name) => sql`${sql.lit(name)}, json_agg(${sql.ref(`keys.${name}`)})`),
)})`

/** Ids of the keys that others currently share with `users`; null: none. Further queries are skipped for people who were never given a key. */
export const idsOfShared = (now: RawBuilder<Date>): RawBuilder<string[] | null> => sql<string[] | null>`
  case when exists (select from key_receivers where key_receivers.user_id = users.id) then keys_shared_with(users.id, ${now}) end`

/**
 * The listed facts of own and shared keys, for the person of a session. Most are queried only if there are any. `offset 0` keeps PostgreSQL from
 * evaluating the ids of shared keys once per use.
 */
const createFinder = (makeGatheredFinder: MakeGatheredFinder) =>
  makeGatheredFinder<SessionWithKeys>(
    ({ now }) => ({
      columns: sql`visible.keys, visible.ways, visible.favourites, visible.copies, visible.holders, visible.grouped`,
      from: sql`(
    select
      seen.listed as keys,
      case when received.ids is not null then ways_to_shared_keys(users.id, ${now}) end as ways,
      array_to_json(array(select key_id from favorite_keys where user_id = users.id)) as favourites,
      array_to_json(array(
        select json_build_array(key_id, max(copied_at)) from copied_codes
        where user_id = users.id and copied_at > ${now}::timestamptz - interval '30 days'
        group by key_id
      )) as copies,
      case when exists (select from shares where revoked_at is null and key_id = any(seen.own_ids)) then holders_of_keys(users.id, ${now}) end as holders,
      case when exists (select from groups where owner_id = users.id) then groups_of_keys(users.id, ${now}) end as grouped
    from
      (select ${idsOfShared(now)} as ids offset 0) received,
      lateral (
        select ${listed} as listed, array_agg(keys.id) filter (where keys.owner_id = users.id) as own_ids
        from named_keys keys where keys.deleted_at is null and (keys.owner_id = users.id or keys.id = any(received.ids))
      ) seen
  ) visible`,
    }),
    ({ keys }) => keys.id?.length ?? 0,
  )

/** The lists of keys that a page shows, read with its session. */
export function createVisibleKeysRepository(makeGatheredFinder: MakeGatheredFinder) {
  const finder = createFinder(makeGatheredFinder)
  return (db: Db) => ({
    /**
     * The session with everything that its person can see, in one round trip: own keys with how many people and addresses have each, and keys
     * that others share and that are live now, each once, with the most that any way allows.
     */
    findSessionWithKeys: finder(db),
    /** Keys that a service account may take codes of now. */
    async listOfServiceAccount(id: string, now: Date): Promise<ProgramKey[]> {
      const { rows } = await sql<ProgramKey>`
        select ${selected}, access.expires_at, owners.name as owner_name
        from service_account_access access
        join named_keys keys on keys.id = access.key_id
        join people owners on owners.id = access.owner_id
        where access.service_account_id = ${id} and ${lasts(now, 'access')}
        order by keys.created_at, keys.id`.execute(db)
      return rows
    },
  })
}

export type VisibleKeysRepository = ReturnType<ReturnType<typeof createVisibleKeysRepository>>
