import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Database, Db } from '../platform/database.ts'
import type { SystemTranslation } from './templates/system-translations.ts'

/** Number of the advisory lock under which the e-mail system gets its first contents. */
const seedingLock = 7_402_011

export function createSystemDesignsRepository(db: Db) {
  return {
    /** Held until the transaction ends: nodes that start together seed one after the other. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(${seedingLock})`.execute(db)
    },
    /** New ones, and newer versions of those that nobody has edited. */
    async putThemes(themes: Insertable<Database['email_themes']>[]): Promise<void> {
      await db
        .insertInto('email_themes')
        .values(themes)
        .onConflict((conflict) =>
          conflict
            .column('slug')
            .doUpdateSet(({ ref }) => ({
              name: ref('excluded.name'),
              description: ref('excluded.description'),
              design: ref('excluded.design'),
              layout_type: ref('excluded.layout_type'),
            }))
            .where('email_themes.is_system', '=', true)
            .where(isUntouched('email_themes'))
            .where(
              sql<boolean>`(email_themes.name, email_themes.description, email_themes.design) is distinct from (excluded.name, excluded.description, excluded.design)`,
            ),
        )
        .execute()
    },
    /** As `putThemes`. Answers the slugs of those that are new. */
    async putTemplates(templates: Insertable<Database['email_templates']>[]): Promise<string[]> {
      const written = await db
        .insertInto('email_templates')
        .values(templates)
        .onConflict((conflict) =>
          conflict
            .column('slug')
            .doUpdateSet(({ ref }) => ({
              name: ref('excluded.name'),
              category: ref('excluded.category'),
              subject: ref('excluded.subject'),
              description: ref('excluded.description'),
              html_content: ref('excluded.html_content'),
              text_content: ref('excluded.text_content'),
              variables: ref('excluded.variables'),
              is_essential: ref('excluded.is_essential'),
            }))
            .where('email_templates.is_system', '=', true)
            .where(isUntouched('email_templates'))
            .where(
              sql<boolean>`(email_templates.name, email_templates.category, email_templates.subject, email_templates.description, email_templates.html_content, email_templates.text_content, email_templates.variables, email_templates.is_essential)
                is distinct from (excluded.name, excluded.category, excluded.subject, excluded.description, excluded.html_content, excluded.text_content, excluded.variables, excluded.is_essential)`,
            ),
        )
        .returning(['id', 'slug'])
        .execute()
      const added = new Set(templates.map(({ id }) => id))
      return written.filter(({ id }) => added.has(id)).map(({ slug }) => slug)
    },
    /**
     * As `putThemes`, of templates that nobody has edited: a translation has to say what its template does. One that nobody has edited either was
     * last changed when its template was made.
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
  }
}

export type SystemDesignsRepository = ReturnType<typeof createSystemDesignsRepository>

/** Every edit moves `updated_at`; seeding does not. */
function isUntouched(table: 'email_themes' | 'email_templates') {
  return sql<boolean>`${sql.ref(`${table}.updated_at`)} = ${sql.ref(`${table}.created_at`)}`
}
