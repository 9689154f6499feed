import type { Db } from '../platform/database.ts'
import { plain } from '../platform/like-pattern.ts'

/** Keys whose name held their secret until a migration cut it out. Nothing is added to them. */
export function createRemovedLinksRepository(db: Db) {
  return {
    listOf: (ownerId: string): Promise<{ id: string; name: string }[]> =>
      db
        .selectFrom('removed_links')
        .innerJoin('keys', 'keys.id', 'removed_links.key_id')
        .where('keys.owner_id', '=', ownerId)
        .where('keys.deleted_at', 'is', null)
        .select(['keys.id', 'keys.name'])
        .orderBy(plain('keys.name'))
        .orderBy('keys.id')
        .execute(),
    async removeOf(ownerId: string): Promise<void> {
      await db
        .deleteFrom('removed_links')
        .where('key_id', 'in', (link) => link.selectFrom('keys').where('owner_id', '=', ownerId).select('id'))
        .execute()
    },
  }
}

export type RemovedLinksRepository = ReturnType<typeof createRemovedLinksRepository>
