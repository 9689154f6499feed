import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { lasts } from '../platform/lasts.ts'

/** The people with access to a key, and counts that depend on them. */
export function createKeyPeople(db: Db) {
  return {
    /** Number of people and addresses with access, without the owner, whether or not the address is proven. */
    async countPeople(id: string, now: Date): Promise<number> {
      const { rows } = await sql<{ people: number }>`
        select count(distinct person)::int as people from granted_shares
        where key_id = ${id} and ${lasts(now)} and recipient_id is distinct from owner_id`.execute(db)
      return rows[0]?.people ?? 0
    },
    async countBackupCodes(id: string): Promise<{ total: number; unused: number }> {
      return db
        .selectFrom('backup_codes')
        .where('key_id', '=', id)
        .select((code) => [
          code.fn.countAll<number>().as('total'),
          code.fn.countAll<number>().filterWhere('used_at', 'is', null).as('unused'),
        ])
        .executeTakeFirstOrThrow()
    },
    /** The accounts among them. */
    async listRecipients(id: string, now: Date): Promise<string[]> {
      const { rows } = await sql<{ recipient_id: string }>`
        select distinct recipient_id from granted_shares
        where key_id = ${id} and ${lasts(now)} and recipient_id <> owner_id`.execute(db)
      return rows.map(({ recipient_id: recipient }) => recipient)
    },
    /**
     * Locks the owner until the transaction ends, so that two concurrent additions cannot both be the last one allowed. Must precede the lock of the
     * key wherever keys are counted. False: they are no longer active.
     */
    async lockOwner(ownerId: string): Promise<boolean> {
      const { rows } = await sql`select from people users where id = ${ownerId} and is_active for no key update`.execute(db)
      return rows.length === 1
    },
  }
}
