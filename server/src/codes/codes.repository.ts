import type { HashAlgorithm, KeyKind } from '@twofold/contract/keys'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { SessionRow } from '../platform/http/identity.ts'
import { findSession } from '../sessions/found-session.repository.ts'

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
  /** What others copied lately, oldest first. */
  copies: [keyId: string, timeWindow: number | null, name: string, copiedAt: string][]
  /** What was reserved lately, the earliest first. */
  turns: [keyId: string, timeWindow: number, name: string, isOwn: boolean][]
}

export function createCodesRepository(db: Db) {
  return {
    /**
     * The session, its person and every key that person can see, in one round trip: this is what a screen full of codes asks
     * for again and again.
     */
    findSessionWithKeys(tokenHash: Buffer, now: Date, since: Date): Promise<SessionWithKeys | undefined> {
      return findSession<SessionWithKeys>(db, tokenHash, now, {
        columns: sql`visible.keys, visible.data_keys, visible.copies, visible.turns`,
        from: sql`(
          with seen as (
            select keys.* from keys where keys.id in (
              select key_access.key_id from key_access
              where key_access.user_id = users.id and (key_access.expires_at is null or key_access.expires_at > ${now})
            )
          )
          select
            coalesce((select json_agg(json_build_array(id, owner_id, kind, algorithm, digits, period, encode(secret, 'base64'), is_exclusive)) from seen), '[]') as keys,
            coalesce((select json_object_agg(user_id, encode(sealed, 'base64')) from data_keys where user_id in (select owner_id from seen)), '{}') as data_keys,
            coalesce((
              select json_agg(json_build_array(key_copies.key_id, key_copies.time_window, coalesce(takers.name, accounts.name), key_copies.copied_at) order by key_copies.copied_at)
              from seen
              join key_copies on key_copies.key_id = seen.id and key_copies.copied_at > ${since} and key_copies.user_id is distinct from users.id
              left join users takers on takers.id = key_copies.user_id
              left join service_accounts accounts on accounts.id = key_copies.service_account_id
              where seen.copied_at > ${since}
            ), '[]') as copies,
            coalesce((
              select json_agg(json_build_array(leases.key_id, leases.time_window, takers.name, takers.id = users.id) order by leases.time_window)
              from seen
              join code_leases leases on leases.key_id = seen.id and leases.generation = seen.generation and leases.kind = 'turn' and leases.leased_at > ${since}
              join users takers on takers.id = leases.user_id
              where seen.reserved_at > ${since}
            ), '[]') as turns
        ) visible`,
      })
    },

    /** A key with what opens it. Who may see it is not asked here. */
    find: (keyId: string) =>
      db
        .selectFrom('keys')
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

    async setCounter(keyId: string, counter: number, now: Date): Promise<void> {
      await db.updateTable('keys').set({ counter, updated_at: now }).where('id', '=', keyId).execute()
    },
  }
}

export type CodesRepository = ReturnType<typeof createCodesRepository>
