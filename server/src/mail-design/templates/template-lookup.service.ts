import type { Template } from '@twofold/contract/mail-design/templates'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { readingTogether } from '../../platform/shared-reads.ts'
import { presentTemplate } from './present-template.ts'
import { sampleMailData } from './template-variables.ts'
import type { TemplateRow, TemplatesRepository } from './templates.repository.ts'
import type { TemplatesServiceDeps, Changed } from './templates.service.ts'

/** Finds templates, and presents them as calls return them. */
export function createTemplateLookup(deps: TemplatesServiceDeps) {
  const reader = deps.templates(deps.db)

  async function require(templates: TemplatesRepository, idOrSlug: string): Promise<TemplateRow> {
    const row = await templates.find(idOrSlug)
    if (row === undefined) throw fail('email.template_not_found')
    return row
  }

  async function present(idOrSlug: string): Promise<Template> {
    const row = await require(reader, idOrSlug)
    return presentTemplate(row, await reader.countMails(row.slug))
  }

  async function changed(by: Identity, { id, slug, theme_slug: theme }: Pick<TemplateRow, 'id' | 'slug' | 'theme_slug'>): Promise<Changed> {
    const [row, design, mails] = await readingTogether(() =>
      Promise.all([require(reader, id), theme === null ? undefined : reader.findTheme(theme), reader.countMails(slug)]),
    )
    const warnings = await deps.rendering.checkDraft(by.id, {
      template: row,
      design: design && themeDesign.parse(design.design),
      samples: sampleMailData(row.events, deps.app),
      app: deps.app,
    })
    return { template: presentTemplate(row, mails), warnings: warnings.filter(({ severity }) => severity === 'warning') }
  }

  return { require, present, changed }
}

export type TemplateLookup = ReturnType<typeof createTemplateLookup>
