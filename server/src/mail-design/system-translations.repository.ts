import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { SystemTranslation } from './templates/system-translations.ts'

/** Translations that come with a release. */
export function createSystemTranslations(db: Db) {
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
  }
}

/** Every edit moves `updated_at`; seeding does not. */
export function isUntouched(table: 'email_themes' | 'email_templates') {
  return sql<boolean>`${sql.ref(`${table}.updated_at`)} = ${sql.ref(`${table}.created_at`)}`
}
