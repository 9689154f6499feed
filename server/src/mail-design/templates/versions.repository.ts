import { type Insertable, sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { changesRow } from '../../platform/row-counts.ts'

export function createVersionsRepository(db: Db) {
  return {
    async put(version: Omit<Insertable<Database['email_template_versions']>, 'number'>): Promise<void> {
      await db
        .insertInto('email_template_versions')
        .values({
          ...version,
          number: sql<number>`(select coalesce(max(number), 0) + 1 from email_template_versions where template_id = ${version.template_id})`,
        })
        .execute()
    },
    list: (templateId: string) =>
      db
        .selectFrom('email_template_versions')
        .leftJoin('people', 'people.id', 'email_template_versions.changed_by')
        .where('template_id', '=', templateId)
        .orderBy('number', 'desc')
        .limit(200)
        .select([
          'email_template_versions.number',
          'email_template_versions.changes',
          'email_template_versions.changed_by',
          'people.name as changed_by_name',
          'email_template_versions.created_at',
        ])
        .execute(),
    find: (templateId: string, number: number) =>
      db
        .selectFrom('email_template_versions')
        .leftJoin('people', 'people.id', 'email_template_versions.changed_by')
        .where('template_id', '=', templateId)
        .where('number', '=', number)
        .selectAll('email_template_versions')
        .select('people.name as changed_by_name')
        .executeTakeFirst(),

    listTranslations: (templateId: string) =>
      db
        .selectFrom('email_template_translations')
        .leftJoin('people', 'people.id', 'email_template_translations.updated_by')
        .where('template_id', '=', templateId)
        .orderBy('language')
        .selectAll('email_template_translations')
        .select('people.name as updated_by_name')
        .execute(),
    findTranslation: (templateId: string, language: string) =>
      db
        .selectFrom('email_template_translations')
        .where('template_id', '=', templateId)
        .where('language', '=', language)
        .select(['subject', 'html_content', 'text_content'])
        .executeTakeFirst(),
    /** False: it is no longer the one of `before`; null: there was none. Undefined: any. */
    async putTranslation(
      translation: Insertable<Database['email_template_translations']>,
      before: Date | null | undefined,
    ): Promise<boolean> {
      const { template_id: _template, language: _language, ...change } = translation
      const put = db
        .insertInto('email_template_translations')
        .values(translation)
        .onConflict((conflict) => {
          const known = conflict.columns(['template_id', 'language'])
          if (before === null) return known.doNothing()
          const changed = known.doUpdateSet(change)
          return before === undefined ? changed : changed.where('email_template_translations.updated_at', '=', before)
        })
      return changesRow(put)
    },
    removeTranslation: (templateId: string, language: string): Promise<boolean> =>
      changesRow(db.deleteFrom('email_template_translations').where('template_id', '=', templateId).where('language', '=', language)),
  }
}

export type VersionsRepository = ReturnType<typeof createVersionsRepository>
