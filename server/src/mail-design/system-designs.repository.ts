import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Database, Db } from '../platform/database.ts'
import { createSystemTranslations, isUntouched } from './system-translations.repository.ts'

/** Number of the advisory lock under which the e-mail system gets its first contents. */
const seedingLock = 7_402_011

export function createSystemDesignsRepository(db: Db) {
  return {
    ...createSystemTranslations(db),
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
  }
}

export type SystemDesignsRepository = ReturnType<typeof createSystemDesignsRepository>
