import type { HashAlgorithm, KeyKind } from '@twofold/contract/keys'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { SessionRow } from '../platform/identity.ts'
import { longestTaken } from '../platform/otp.ts'
import type { MakeGatheredFinder } from '../platform/session-finder.ts'

/** id, owner, kind, algorithm, digits, period in seconds, sealed secret in Base64, whether its codes are only taken. An array, because the names would be repeated for every key. */
export type VisibleKey = [
  id: string,
  ownerId: string,
  kind: KeyKind,
  algorithm: HashAlgorithm,
  digits: number,
  period: number | null,
  sealedSecret: string,
  isExclusive?: boolean,
]

export interface SessionWithKeys extends SessionRow {
  keys: VisibleKey[]
  /** Owner's id → sealed data key in Base64. */
  data_keys: Record<string, string>
  /** Recent copies by others, oldest first; null: none. */
  copies: [keyId: string, timeWindow: number | null, name: string, copiedAt: string][] | null
  /** Current reservations, earliest first; null: none. */
  turns: [keyId: string, timeWindow: number, name: string, isOwn: boolean][] | null
}

type IdsOfShared = (now: RawBuilder<Date>) => RawBuilder<string[] | null>

/**
 * Own keys, and shared ones by their ids: the view `key_access` decides who may see them, and also has all own ones. Other people's use of codes is
 * queried only if there was any.
 */
const createFinder = (makeGatheredFinder: MakeGatheredFinder, idsOfShared: IdsOfShared) =>
  makeGatheredFinder<SessionWithKeys>(
    ({ now }) => ({
      columns: sql`visible.keys, visible.data_keys, visible.copies, visible.turns`,
      from: sql`(
    select
      coalesce(seen.listed, '[]') as keys,
      coalesce((select json_object_agg(user_id, encode(sealed, 'base64')) from data_keys where user_id = any(seen.owners)), '{}') as data_keys,
      case when seen.copied is not null then copies_of_others(seen.copied, users.id, ${since(now)}) end as copies,
      case when seen.reserved is not null then turns_on_keys(seen.reserved, users.id, ${since(now)}) end as turns
    from
      (select ${idsOfShared(now)} as ids offset 0) received,
      lateral (
        select
          json_agg(json_build_array(id, owner_id, kind, algorithm, digits, period, encode(secret, 'base64'), is_exclusive)) as listed,
          array_agg(owner_id) as owners,
          array_agg(id) filter (where copied_at > ${since(now)}) as copied,
          array_agg(id) filter (where reserved_at > ${since(now)}) as reserved
        from sealed_keys keys where deleted_at is null and (owner_id = users.id or id = any(received.ids))
      ) seen
  ) visible`,
    }),
    ({ keys }) => keys.length,
  )

/** Start of the period in which copied or reserved codes may still be valid. */
const since = (now: RawBuilder<Date>) => sql<Date>`${now}::timestamptz - ${sql.lit(longestTaken / 1000)} * interval '1 second'`

/** `makeGatheredFinder` of sessions, and `idsOfShared` of sharing. */
export function createCodesRepository(makeGatheredFinder: MakeGatheredFinder, idsOfShared: IdsOfShared) {
  const finder = createFinder(makeGatheredFinder, idsOfShared)
  return (db: Db) => ({
    /** The session, its person and every key they can see, in one round trip: the polling call of a screen full of codes. */
    findSessionWithKeys: finder(db),

    /** A key with what opens it. Who may see it is not asked here. */
    find: (keyId: string) =>
      db
        .selectFrom('sealed_keys as keys')
        .innerJoin('data_keys', 'data_keys.user_id', 'keys.owner_id')
        .where('keys.id', '=', keyId)
        .select([
          'keys.id',
          'keys.owner_id',
          'keys.kind',
          'keys.algorithm',
          'keys.digits',
          'keys.period',
          'keys.counter',
          'keys.secret',
          'keys.is_exclusive',
          'data_keys.sealed',
        ])
        .executeTakeFirst(),
  })
}

export type CodesRepository = ReturnType<ReturnType<typeof createCodesRepository>>
