import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import { readingTogether } from '../../platform/shared-reads.ts'
import type { TemplateParts } from './template-parts.repository.ts'
import type { TemplatesRepository } from './templates.repository.ts'

/** Stored templates, for nouns that compose e-mails. */
export function createStoredTemplatesService(deps: {
  db: Db
  templates: (db: Db) => Pick<TemplatesRepository, 'find'>
  parts: (db: Db) => TemplateParts
}) {
  return {
    /** By id or slug, with its theme and its text in `language`, in one round trip. */
    async get(idOrSlug: string, language: string | undefined) {
      const parts = deps.parts(deps.db)
      const [row, theme, translation] = await readingTogether(() =>
        Promise.all([
          deps.templates(deps.db).find(idOrSlug),
          parts.findThemeOf(idOrSlug),
          language === undefined ? undefined : parts.findTranslationOf(idOrSlug, language),
        ]),
      )
      if (row === undefined) throw fail('email.template_not_found')
      return { row, theme, translation }
    },
  }
}

export type StoredTemplatesService = ReturnType<typeof createStoredTemplatesService>
