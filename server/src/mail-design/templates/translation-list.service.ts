import type { TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import type { VersionsServiceDeps } from './versions.service.ts'

/** Translations of a template, as a list. */
export function createTranslationList(deps: VersionsServiceDeps) {
  const versions = deps.versions(deps.db)

  async function translationsOf(templateId: string, version: number): Promise<TemplateTranslation[]> {
    return (await versions.listTranslations(templateId)).map((row) => ({
      language: row.language,
      subject: row.subject,
      html_content: row.html_content,
      text_content: row.text_content,
      updated_by: row.updated_by_name,
      updated_at: row.updated_at.toISOString(),
      is_outdated: row.template_version < version,
    }))
  }

  return { translationsOf }
}

export type TranslationList = ReturnType<typeof createTranslationList>
