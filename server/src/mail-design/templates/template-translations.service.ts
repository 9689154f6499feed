import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import type { TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { changeOf } from '../../platform/audit.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { MailTemplate } from '../markup/render.ts'
import { templateTarget } from './audited-template.ts'
import { requireSound } from './require-sound.ts'
import { sampleMailData } from './template-variables.ts'
import type { VersionsServiceDeps } from './versions.service.ts'

/** Templates in other languages. */
export function createTemplateTranslations(deps: VersionsServiceDeps) {
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

  return {
    async listTranslations(idOrSlug: string): Promise<TemplateTranslation[]> {
      const { id, version } = await deps.templates.require(idOrSlug)
      return translationsOf(id, version)
    },
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
