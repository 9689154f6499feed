import type { Db } from '../../platform/database.ts'

/** The column by which a template is named. */
export const named = (idOrSlug: string) =>
  /^[0-9a-f]{8}-/.test(idOrSlug) && idOrSlug.length === 36 ? ('email_templates.id' as const) : ('email_templates.slug' as const)

/** Theme and translation of a template by its id or slug, for reads that travel with the template's own. */
export function createTemplateParts(db: Db) {
  const template = (idOrSlug: string) => db.selectFrom('email_templates').where(named(idOrSlug), '=', idOrSlug)

  return {
    findThemeOf: (idOrSlug: string) =>
      db
        .selectFrom('email_themes')
        .where('slug', 'in', template(idOrSlug).select('theme_slug').$narrowType<{ theme_slug: string }>())
        .select(['slug', 'name', 'design'])
        .executeTakeFirst(),
    findTranslationOf: (idOrSlug: string, language: string) =>
      db
        .selectFrom('email_template_translations')
        .where('template_id', 'in', template(idOrSlug).select('id'))
        .where('language', '=', language)
        .select(['subject', 'html_content', 'text_content'])
        .executeTakeFirst(),
  }
}

export type TemplateParts = ReturnType<typeof createTemplateParts>
