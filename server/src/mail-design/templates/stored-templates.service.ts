import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { TemplatesRepository } from './templates.repository.ts'
import type { VersionsRepository } from './versions.repository.ts'

/** Stored templates, for nouns that compose e-mails. */
export function createStoredTemplatesService(deps: {
  db: Db
  templates: (db: Db) => Pick<TemplatesRepository, 'find' | 'findTheme'>
  versions: (db: Db) => Pick<VersionsRepository, 'findTranslation'>
}) {
  const templates = deps.templates(deps.db)

  return {
    /** By id or slug. */
    async get(idOrSlug: string) {
      const row = await templates.find(idOrSlug)
      if (row === undefined) throw fail('email.template_not_found')
      return row
    },
    async getTranslation(templateId: string, language: string) {
      const translation = await deps.versions(deps.db).findTranslation(templateId, language)
      if (translation === undefined) throw fail('email.translation_not_found')
      return translation
    },
    findTheme: templates.findTheme,
  }
}

export type StoredTemplatesService = ReturnType<typeof createStoredTemplatesService>
