import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import type { TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { changeOf } from '../../platform/audit.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { MailTemplate } from '../markup/render.ts'
import { templateTarget } from './audited-template.ts'
import { requireSound } from './require-sound.ts'
import { sampleMailData } from './template-variables.ts'
import type { VersionsRepository } from './versions.repository.ts'
import type { VersionsServiceDeps } from './versions.service.ts'

export function createTemplateTranslations(deps: VersionsServiceDeps) {
  return {
    async listTranslations(idOrSlug: string): Promise<TemplateTranslation[]> {
      const { id, version } = await deps.templates.require(idOrSlug)
      return (await deps.versions(deps.db).listTranslations(id)).map((row) => presentTranslation(row, version))
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
      const translation = await deps.transaction(async (tx) => {
        const rows = deps.versions(tx.db)
        // The lock keeps it from being deleted meanwhile.
        const [locked, stored] = await Promise.all([deps.rows(tx.db).lock(row.id), rows.findTranslation(row.id, language)])
        if (locked === undefined) throw fail('email.template_not_found')
        const put = rows.putTranslation(
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
        const [isPut, translations] = await Promise.all([put, rows.listTranslations(row.id)])
        if (!isPut) throw fail('email.template_changed')
        const change = changeOf(stored ?? {}, { subject, html_content, text_content })
        const target = templateTarget({ id: row.id, name: `${row.name} (${language})` })
        await tx.audit({ action: 'email.translation_saved', target, ...change })
        return translations.find((one) => one.language === language)
      })
      if (translation === undefined) throw fail('email.translation_not_found')
      const problems = await deps.rendering.checkDraft(by.id, {
        template: content,
        design: undefined,
        samples: sampleMailData(row.events, deps.app),
        app: deps.app,
      })
      return {
        translation: presentTranslation(translation, row.version),
        warnings: problems.filter(({ severity }) => severity === 'warning'),
      }
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

function presentTranslation(
  row: Awaited<ReturnType<VersionsRepository['listTranslations']>>[number],
  version: number,
): TemplateTranslation {
  return {
    language: row.language,
    subject: row.subject,
    html_content: row.html_content,
    text_content: row.text_content,
    updated_by: row.updated_by_name,
    updated_at: row.updated_at.toISOString(),
    is_outdated: row.template_version < version,
  }
}
