import { type RawBuilder, sql } from 'kysely'
import type { NamedKeys } from '../../platform/database-types.generated.ts'
import type { Db } from '../../platform/database.ts'
import type { SessionRow } from '../../platform/identity.ts'
import { lasts } from '../../platform/lasts.ts'
import { keyColumns, type KeyRow } from '../../platform/listed-key.ts'
import type { MakeGatheredFinder } from '../../platform/session-finder.ts'
import type { Permission } from './held-keys.repository.ts'

/** A key that somebody sees, before it is known what it says. */
export interface SeenKey {
  id: string
  /** Another one after every change of the row. */
  version: string
  is_own: boolean
}

/** Keys by columns, in no order: to write a list of one column takes PostgreSQL half as long as to write one of values of several kinds. Null: there are no keys. */
type SeenKeys = { [Column in keyof SeenKey]: SeenKey[Column][] | null }

/** The facts of a key, at a version. */
export type VersionedKey = KeyRow & Pick<SeenKey, 'version'>

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
  keys: SeenKeys
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

/** Ids of the keys that others currently share with `users`; null: none. Further queries are skipped for people who were never given a key. */
export const idsOfShared = (now: RawBuilder<Date>): RawBuilder<string[] | null> => sql<string[] | null>`
  case when exists (select from key_receivers where key_receivers.user_id = users.id) then keys_shared_with(users.id, ${now}) end`

/**
 * Which own and shared keys the person of a session sees, and how. Most are queried only if there are any. `offset 0` keeps PostgreSQL from
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
        select
          json_build_object('id', json_agg(keys.id), 'version', json_agg(keys.version), 'is_own', json_agg(keys.owner_id = users.id)) as listed,
          array_agg(keys.id) filter (where keys.owner_id = users.id) as own_ids
        from named_keys keys where keys.deleted_at is null and (keys.owner_id = users.id or keys.id = any(received.ids))
      ) seen
  ) visible`,
    }),
    ({ keys }) => keys.id?.length ?? 0,
  )

/** In no order. */
export const seenKeysOf = ({ keys: { id: ids, version, is_own: isOwn } }: SessionWithKeys): SeenKey[] =>
  (ids ?? []).map((id, index) => ({ id, version: version?.[index] ?? '', is_own: isOwn?.[index] ?? false }))

/** The lists of keys that a page shows, read with its session. */
export function createVisibleKeysRepository(makeGatheredFinder: MakeGatheredFinder) {
  const finder = createFinder(makeGatheredFinder)
  return (db: Db) => ({
    /**
     * The session with everything that its person can see, in one round trip: own keys with how many people and addresses have each, and keys
     * that others share and that are live now, each once, with the most that any way allows.
     */
    findSessionWithKeys: finder(db),
    /** Those of these keys that are still there, in no order. Who may see them is not asked here. */
    async readVersions(ids: readonly string[]): Promise<VersionedKey[]> {
      const { rows } = await sql<VersionedKey>`
        select ${selected}, keys.version from named_keys keys where keys.id = any(${ids}::uuid[]) and keys.deleted_at is null`.execute(db)
      return rows
    },
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
