import type { TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import { changeOf } from '../../platform/audit.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { templateTarget } from './audited-template.ts'
import { requireSound } from './require-sound.ts'
import type { MailTemplate } from '../markup/render.ts'
import { sampleMailData } from './template-variables.ts'
import type { TranslationList } from './translation-list.service.ts'
import type { VersionsServiceDeps } from './versions.service.ts'

/** Saves translations. */
export function createTranslationSaving(deps: VersionsServiceDeps, { translationsOf }: TranslationList) {
  return {
    async putTranslation(
      by: Identity,
      idOrSlug: string,
      language: string,
      { updated_at: before, ...content }: MailTemplate & { updated_at?: string | null | undefined },
    ): Promise<{ translation: TemplateTranslation; warnings: TemplateProblem[] }> {
      const row = await deps.templates.require(idOrSlug)
      await requireSound(deps.rendering, by.id, content, row.events)
      const { subject, html_content, text_content } = content
      await deps.transaction(async (tx) => {
        // It is not deleted meanwhile.
        if ((await deps.rows(tx.db).lock(row.id)) === undefined) throw fail('email.template_not_found')
        const rows = deps.versions(tx.db)
        const stored = await rows.findTranslation(row.id, language)
        const isPut = await rows.putTranslation(
          {
            template_id: row.id,
            language,
            subject,
            html_content,
            text_content,
            template_version: row.version,
            updated_by: by.id,
            updated_at: deps.clock.date(),
          },
          typeof before === 'string' ? new Date(before) : before,
        )
        if (!isPut) throw fail('email.template_changed')
        const change = changeOf(stored ?? {}, { subject, html_content, text_content })
        const target = templateTarget({ id: row.id, name: `${row.name} (${language})` })
        await tx.audit({ action: 'email.translation_saved', target, ...change })
      })
      const translation = (await translationsOf(row.id, row.version)).find((one) => one.language === language)
      if (translation === undefined) throw fail('email.translation_not_found')
      const problems = await deps.rendering.checkDraft(by.id, {
        template: content,
        design: undefined,
        samples: sampleMailData(row.events, deps.app),
        app: deps.app,
      })
      return { translation, warnings: problems.filter(({ severity }) => severity === 'warning') }
    },
  }
}
