import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { lasts } from '../platform/lasts.ts'
import { plain } from '../platform/like-pattern.ts'
import { createDeletedProfiles } from './deleted-profiles.repository.ts'
import { createProfileEmail } from './profile-email.repository.ts'
import { accountColumns } from './accounts.repository.ts'

/** An owner's figures count addresses, so that they do not tell which of them have an account. */
const isGranted = (now: Date) => sql<boolean>`(${lasts(now)} and deleted_at is null and recipient_id is distinct from owner_id)`

export interface DeletedAccount {
  id: string
  addresses: string[]
  /** Time at which the address became free, if somebody else has it now. */
  until: Date | null
}

export function createProfileRepository(db: Db) {
  const profiles = () =>
    db
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .select((user) => [
        ...accountColumns,
        'email_normalized',
        'pending_email',
        'auto_lock_minutes',
        user('pin_hash', 'is not', null).$castTo<boolean>().as('has_pin'),
      ])

  return {
    ...createDeletedProfiles(db),
    ...createProfileEmail(db),
    find: (id: string) => profiles().where('id', '=', id).executeTakeFirst(),
    /** The same, locked until the transaction ends. */
    lock: (id: string) => profiles().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** The account that is about to get this address; of several, the latest to ask. */
    findByPendingEmail: (normalized: string) =>
      profiles().where('pending_email_normalized', '=', normalized).orderBy('updated_at', 'desc').limit(1).executeTakeFirst(),
    async update(id: string, change: { name: string; auto_lock_minutes?: number | null; email?: string }, now: Date): Promise<void> {
      await db
        .updateTable('users')
        .set({ ...change, updated_at: now })
        .where('id', '=', id)
        .execute()
    },
    async figuresOf(id: string, now: Date) {
      const { rows } = await sql<{
        total_keys: number
        shared_keys_received: number
        keys_shared_by_me: number
      }>`
        select
          (select count(*)::int from named_keys where owner_id = ${id} and deleted_at is null) as total_keys,
          (select count(distinct key_id)::int from live_shares where recipient_id = ${id} and ${lasts(now)}) as shared_keys_received,
          (select count(distinct key_id)::int from granted_shares where owner_id = ${id} and ${isGranted(now)}) as keys_shared_by_me`.execute(
        db,
      )
      const [figures] = rows
      if (figures === undefined) throw new Error('A query for figures answered nothing.')
      return figures
    },
    /** Own keys that others have now, and how many people and addresses. */
    async listShared(ownerId: string, now: Date): Promise<{ id: string; name: string; people: number }[]> {
      const { rows } = await sql<{ id: string; name: string; people: number }>`
        select keys.id, keys.name, granted.people from named_keys keys
        join (
          select key_id, count(distinct person)::int as people from granted_shares
          where owner_id = ${ownerId} and ${isGranted(now)} group by key_id
        ) granted on granted.key_id = keys.id
        order by ${plain('keys.name')}, keys.id`.execute(db)
      return rows
    },
    async countPeople(ownerId: string, now: Date): Promise<number> {
      const { rows } = await sql<{ people: number }>`
        select count(distinct person)::int as people from granted_shares where owner_id = ${ownerId} and ${isGranted(now)}`.execute(db)
      return rows[0]?.people ?? 0
    },
  }
}

export type ProfileRepository = ReturnType<typeof createProfileRepository>
