import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { lasts } from '../platform/lasts.ts'

/** Who has a key, and what depends on it. */
export function createKeyPeople(db: Db) {
  return {
    /** How many people and addresses have the key, its owner not counted, whether or not somebody has proven the address. */
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
     * Held until the transaction ends, so that two additions at once cannot both be the last one allowed. Before the key itself, wherever a
     * key is counted. False: they are not active any more.
     */
    async lockOwner(ownerId: string): Promise<boolean> {
      const { rows } = await sql`select from people users where id = ${ownerId} and is_active for no key update`.execute(db)
      return rows.length === 1
    },
  }
}
