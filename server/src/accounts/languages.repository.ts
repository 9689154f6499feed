import type { Db } from '../platform/database.ts'

export function createLanguagesRepository(db: Db) {
  return {
    async find(userId: string): Promise<string | null> {
      const row = await db.selectFrom('users').where('id', '=', userId).select('language').executeTakeFirst()
      return row?.language ?? null
    },
    /** Sets the languages of e-mails and pages; undefined ones stay. */
    async put(
      userId: string,
      languages: { language?: string | null | undefined; page_language?: string | null | undefined },
      now: Date,
    ): Promise<void> {
      await db
        .updateTable('users')
        .set({ ...languages, updated_at: now })
        .where('id', '=', userId)
        .execute()
    },
  }
}

export type LanguagesRepository = ReturnType<typeof createLanguagesRepository>
