import type { Db } from '../../platform/database.ts'

export function createSettingsRepository(db: Db) {
  return {
    /** The stored settings, unparsed; undefined until the first save. */
    find: () => db.selectFrom('email_settings').select('settings').executeTakeFirst(),
    async put(settings: object, now: Date): Promise<void> {
      const row = { settings: JSON.stringify(settings), updated_at: now }
      await db
        .insertInto('email_settings')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
    },
    async hasTheme(slug: string): Promise<boolean> {
      return (await db.selectFrom('email_themes').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined
    },
  }
}

export type SettingsRepository = ReturnType<typeof createSettingsRepository>
