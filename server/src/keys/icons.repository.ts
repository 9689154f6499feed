import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** Pictures are large; a statement of them is kept small. */
const rowsPerStatement = 100

export function createIconsRepository(db: Db) {
  return {
    find: (keyId: string) =>
      db
        .selectFrom('key_icons')
        .innerJoin('keys', 'keys.id', 'key_icons.key_id')
        .where('key_icons.key_id', '=', keyId)
        .select(['key_icons.picture', 'keys.icon'])
        .$narrowType<{ icon: string }>()
        .executeTakeFirst(),
    async put(icon: { key_id: string; picture: Buffer; changed_at: Date }): Promise<void> {
      const { key_id: _key, ...change } = icon
      await db
        .insertInto('key_icons')
        .values(icon)
        .onConflict((conflict) => conflict.column('key_id').doUpdateSet(change))
        .execute()
    },
    async putNew(icons: readonly { key_id: string; picture: Buffer; changed_at: Date }[]): Promise<void> {
      for (let at = 0; at < icons.length; at += rowsPerStatement)
        await db
          .insertInto('key_icons')
          .values(icons.slice(at, at + rowsPerStatement))
          .execute()
    },
    /** Null for those that `bytes` has no room for. */
    async listWithin(keyIds: readonly string[], bytes: number): Promise<{ key_id: string; picture: Buffer | null }[]> {
      const { rows } = await sql<{ key_id: string; picture: Buffer | null }>`
        select key_id, case when sum(octet_length(picture)) over (order by key_id) <= ${bytes} then picture end as picture
        from key_icons where key_id = any(${keyIds})`.execute(db)
      return rows
    },
    async remove(keyId: string): Promise<void> {
      await db.deleteFrom('key_icons').where('key_id', '=', keyId).execute()
    },
    /** Null: the icon was removed. Answers the key's name. */
    async setVersion(keyId: string, icon: string | null, now: Date): Promise<string> {
      const { name } = await db
        .updateTable('keys')
        .set({ icon, updated_at: now })
        .where('id', '=', keyId)
        .returning('name')
        .executeTakeFirstOrThrow()
      return name
    },
  }
}

export type IconsRepository = ReturnType<typeof createIconsRepository>
