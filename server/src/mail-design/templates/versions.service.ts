import type { TemplateTranslation, TemplateVersion } from '@twofold/contract/mail-design/template-versions'
import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import type { Template } from '@twofold/contract/mail-design/templates'
import { changeOf } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { RenderingService } from '../rendering/rendering.ts'
import { requireSound, templateTarget } from './edit-template.ts'
import type { MailTemplate } from '../markup/render.ts'
import { sampleMailData } from './template-variables.ts'
import type { TemplatesRepository } from './templates.repository.ts'
import type { TemplatesService } from './templates.service.ts'
import type { VersionsRepository } from './versions.repository.ts'

const compared = ['name', 'subject', 'description', 'html_content', 'text_content'] as const

/** What templates were, and what they are in other languages. */
export function createVersionsService(deps: {
  db: Db
  templates: Pick<TemplatesService, 'require' | 'restore'>
  transaction: Transaction
  rows: (db: Db) => Pick<TemplatesRepository, 'lock'>
  versions: (db: Db) => VersionsRepository
  rendering: Pick<RenderingService, 'checkDraft' | 'compare' | 'errorsOf'>
  app: { name: string; url: string }
  clock: Clock
}) {
  const versions = deps.versions(deps.db)

  async function requireVersion(templateId: string, number: number) {
    const found = await versions.find(templateId, number)
    if (found === undefined) throw fail('email.version_not_found')
    return found
  }

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
    /** The newest first. */
    async list(idOrSlug: string): Promise<TemplateVersion[]> {
      const { id } = await deps.templates.require(idOrSlug)
      return (await versions.list(id)).map((row, index) => ({
        number: row.number,
        changes: row.changes,
        changed_by: row.changed_by === null ? null : { id: row.changed_by, name: row.changed_by_name ?? '' },
        created_at: row.created_at.toISOString(),
        is_current: index === 0,
      }))
    },

    /** A version, compared with how the template is now or was at `against`. */
    async get(by: Identity, idOrSlug: string, number: number, against: number | undefined) {
      const template = await deps.templates.require(idOrSlug)
      const row = await requireVersion(template.id, number)
      const other = against === undefined ? template : await requireVersion(template.id, against)
      const differing = compared.filter((field) => (row[field] ?? '') !== (other[field] ?? ''))
      return {
        version: {
          number: row.number,
          changes: row.changes,
          changed_by: row.changed_by === null ? null : { id: row.changed_by, name: row.changed_by_name ?? '' },
          created_at: row.created_at.toISOString(),
          is_current: row.number === template.version,
          name: row.name,
          subject: row.subject,
          description: row.description,
          html_content: row.html_content,
          text_content: row.text_content,
          theme_slug: row.theme_slug,
        },
        differences: await deps.rendering.compare(
          by.id,
          Object.fromEntries(differing.map((field) => [field, [row[field] ?? '', other[field] ?? ''] as const])),
        ),
      }
    },

    async restore(by: Identity, idOrSlug: string, number: number): Promise<Template> {
      const { id } = await deps.templates.require(idOrSlug)
      const row = await requireVersion(id, number)
      return (await deps.templates.restore(by, id, row)).template
    },

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
            updated_at: new Date(deps.clock.now()),
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

export type VersionsService = ReturnType<typeof createVersionsService>
