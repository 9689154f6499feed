import { type Insertable, sql } from 'kysely'
import type { Database, Db } from '../platform/database.ts'
import type { SystemTranslation } from './templates/system-translations.ts'
import { lockAdvisory } from '../platform/advisory-lock.ts'

/** Advisory lock for seeding the e-mail system. */
const seedingLock = 7_402_011

export function createSystemDesignsRepository(db: Db) {
  return {
    /**
     * Like `putThemes`, for unedited templates only: a translation must match its template. An unedited translation has the time of its template's
     * creation.
     */
    async putTranslations(translations: readonly SystemTranslation[]): Promise<void> {
      const given = sql`jsonb_to_recordset(${JSON.stringify(translations)}::jsonb)
        as given (slug text, language text, subject text, html_content text)`
      await sql`
        insert into email_template_translations (template_id, language, subject, html_content, template_version, updated_at)
        select email_templates.id, given.language, given.subject, given.html_content,
          coalesce((select max(number) from email_template_versions where template_id = email_templates.id), 1), email_templates.created_at
        from ${given} join email_templates on email_templates.slug = given.slug
        left join email_template_translations stored on stored.template_id = email_templates.id and stored.language = given.language
        where email_templates.is_system and ${isUntouched('email_templates')}
          and (stored.template_id is not null or given.language <> all (email_templates.seeded_languages))
        on conflict (template_id, language) do update set subject = excluded.subject, html_content = excluded.html_content
        where email_template_translations.updated_at = excluded.updated_at
          and (email_template_translations.subject, email_template_translations.html_content)
            is distinct from (excluded.subject, excluded.html_content)`.execute(db)
      await sql`
        update email_templates set seeded_languages = seeded_languages || given.language from ${given}
        where email_templates.slug = given.slug and email_templates.is_system and ${isUntouched('email_templates')}
          and given.language <> all (seeded_languages)`.execute(db)
    },
    /** Held until the transaction ends: nodes that start together seed one after the other. */
    lock: (): Promise<void> => lockAdvisory(db, seedingLock),
    /** Inserts new ones, and updates those that have not been edited. */
    async putThemes(themes: Insertable<Database['email_themes']>[]): Promise<void> {
      const { change, isDue } = replacing('email_themes', ['name', 'description', 'design', 'layout_type'])
      await db
        .insertInto('email_themes')
        .values(themes)
        .onConflict((conflict) => conflict.column('slug').doUpdateSet(change).where(isDue))
        .execute()
    },
    /** Like `putThemes`. Answers the slugs of new ones. */
    async putTemplates(templates: Insertable<Database['email_templates']>[]): Promise<string[]> {
      const texts = ['name', 'category', 'subject', 'description', 'html_content', 'text_content', 'variables', 'is_essential'] as const
      const { change, isDue } = replacing('email_templates', texts)
      const written = await db
        .insertInto('email_templates')
        .values(templates)
        .onConflict((conflict) => conflict.column('slug').doUpdateSet(change).where(isDue))
        .returning(['id', 'slug'])
        .execute()
      const added = new Set(templates.map(({ id }) => id))
      return written.filter(({ id }) => added.has(id)).map(({ slug }) => slug)
    },
  }
}

export type SystemDesignsRepository = ReturnType<typeof createSystemDesignsRepository>

/** Replaces `columns` with a release's content, if it differs and has not been edited. */
function replacing<Table extends 'email_themes' | 'email_templates'>(table: Table, columns: readonly (keyof Database[Table] & string)[]) {
  const valuesOf = (source: string) => sql.join(columns.map((column) => sql.ref(`${source}.${column}`)))
  return {
    change: Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])),
    isDue: sql<boolean>`${sql.ref(`${table}.is_system`)} and ${isUntouched(table)} and (${valuesOf(table)}) is distinct from (${valuesOf('excluded')})`,
  }
}

/** Every edit moves `updated_at`; seeding does not. */
function isUntouched(table: 'email_themes' | 'email_templates') {
  return sql<boolean>`${sql.ref(`${table}.updated_at`)} = ${sql.ref(`${table}.created_at`)}`
}
