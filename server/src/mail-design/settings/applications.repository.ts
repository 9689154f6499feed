import type { Insertable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'

/** Themes that were given to many templates at once. */
export function createApplicationsRepository(db: Db) {
  return {
    async put(application: Insertable<Database['email_theme_applications']>): Promise<void> {
      await db.insertInto('email_theme_applications').values(application).execute()
    },
    /** Held until the transaction ends: it is undone once. */
    async lock(id: string): Promise<{ theme_slug: string; previous: Record<string, string | null>; undone_at: Date | null } | undefined> {
      const row = await db
        .selectFrom('email_theme_applications')
        .where('id', '=', id)
        .select(['theme_slug', 'previous', 'undone_at'])
        .forUpdate()
        .executeTakeFirst()
      return row && { ...row, previous: row.previous as Record<string, string | null> }
    },
    async markUndone(id: string, now: Date): Promise<void> {
      await db.updateTable('email_theme_applications').set({ undone_at: now }).where('id', '=', id).execute()
    },
  }
}

export type ApplicationsRepository = ReturnType<typeof createApplicationsRepository>
