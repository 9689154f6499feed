import type { TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { changeOf } from '../../platform/audit.ts'
import { fail } from '../../platform/fail.ts'
import { templateTarget } from './audited-template.ts'
import { createTranslationList } from './translation-list.service.ts'
import { createTranslationSaving } from './translation-saving.service.ts'
import type { VersionsServiceDeps } from './versions.service.ts'

/** Translations of a template. */
export function createTranslations(deps: VersionsServiceDeps) {
  const list = createTranslationList(deps)
  const { translationsOf } = list
  return {
    ...createTranslationSaving(deps, list),
    async listTranslations(idOrSlug: string): Promise<TemplateTranslation[]> {
      const { id, version } = await deps.templates.require(idOrSlug)
      return translationsOf(id, version)
    },
    async removeTranslation(idOrSlug: string, language: string): Promise<void> {
      const { id, name } = await deps.templates.require(idOrSlug)
      await deps.transaction(async (tx) => {
        const rows = deps.versions(tx.db)
        const translation = await rows.findTranslation(id, language)
        if (translation === undefined || !(await rows.removeTranslation(id, language))) throw fail('email.translation_not_found')
        const { before } = changeOf(translation, {})
        await tx.audit({ action: 'email.translation_removed', target: templateTarget({ id, name: `${name} (${language})` }), before })
      })
    },
  }
}
