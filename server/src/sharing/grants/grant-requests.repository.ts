import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { lasts } from '../../platform/lasts.ts'
import { changesRow } from '../../platform/row-counts.ts'

/** A share that ended, as its person knew it. */
export interface EndedRow {
  id: string
  key_id: string
  name: string
  issuer: string | null
  owner_id: string
  owner_name: string
  ended_because: 'owner' | 'time'
  ended_at: Date
  /** Time of the person's last request for the key, through any share. */
  asked_at: Date | null
}

interface Asker {
  userId: string
  /** Limits it to one key. */
  keyId?: string
  /** Shares that ended earlier are ignored. */
  since: Date
  now: Date
}

export function createGrantRequestsRepository(db: Db) {
  return {
    /**
     * Keys that the user can ask for again: the latest ended share of each key that still exists and has the same owner, whose account can
     * answer, and to which the user has no other access.
     */
    async list({ userId, keyId, since, now }: Asker): Promise<EndedRow[]> {
      const { rows } = await sql<EndedRow>`
        select shares.id, shares.key_id, ended_as ->> 'name' as name, ended_as ->> 'issuer' as issuer, keys.owner_id,
          ended_as ->> 'owner' as owner_name, ended_because, revoked_at as ended_at,
          (select max(others.asked_at) from shares others
            where others.key_id = shares.key_id and others.recipient_id = shares.recipient_id) as asked_at
        from shares
        join named_keys keys on keys.id = shares.key_id and keys.deleted_at is null and keys.owner_id::text = ended_as ->> 'owner_id'
        join people owners on owners.id = keys.owner_id and owners.is_active and owners.stopped_at is null and owners.deleted_at is null
        where shares.recipient_id = ${userId} and ended_because is not null and revoked_at >= ${since}
          ${keyId === undefined ? sql`` : sql`and shares.key_id = ${keyId}`}
          and not exists (
            select from shares newer
            where newer.key_id = shares.key_id and newer.recipient_id = shares.recipient_id and newer.id > shares.id)
          and not exists (
            select from key_access access
            where access.user_id = shares.recipient_id and access.key_id = shares.key_id
              and ${lasts(now, 'access')})
        order by revoked_at desc, shares.id`.execute(db)
      return rows
    },
    /** False: it was asked for after `since`, also when two ask at the same moment. */
    async ask(id: string, { since, now }: { since: Date; now: Date }): Promise<boolean> {
      return changesRow(
        db
          .updateTable('shares')
          .set({ asked_at: now })
          .where('id', '=', id)
          .where((share) => share.or([share('asked_at', 'is', null), share('asked_at', '<=', since)])),
      )
    },
    /** Present name of the key, for its owner. */
    async nameOf(keyId: string): Promise<string> {
      return (await db.selectFrom('named_keys as keys').where('id', '=', keyId).select('name').executeTakeFirstOrThrow()).name
    },
  }
}

export type GrantRequestsRepository = ReturnType<typeof createGrantRequestsRepository>
