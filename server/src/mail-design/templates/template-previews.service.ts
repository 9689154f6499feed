import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import { themeDesign, type ThemeDesign } from '@twofold/contract/mail-design/themes'
import type { Db } from '../../platform/database.ts'
import { fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { PreviewsService } from '../previews/previews.service.ts'
import { canUnsubscribe } from './present-template.ts'
import type { RenderingService } from '../rendering/rendering.ts'
import type { MailTemplate } from '../markup/render.ts'
import { describeVariables, sampleMailData } from './template-variables.ts'
import type { TemplatesRepository } from './templates.repository.ts'
import type { VersionsRepository } from './versions.repository.ts'
import { createPreviewRendering } from './preview-rendering.service.ts'

export interface Preview {
  preview: { subject: string; html_content: string; text_content: string }
  data: SampleData
  preview_url: string
}

interface Draft extends MailTemplate {
  theme?: string | null | undefined
  data?: SampleData | undefined
  /** The template that it is the draft of. */
  template?: string | undefined
}

export interface TemplatePreviewsServiceDeps {
  db: Db
  templates: (db: Db) => TemplatesRepository
  versions: (db: Db) => VersionsRepository
  previews: Pick<PreviewsService, 'keep'>
  rendering: Pick<RenderingService, 'checkDraft' | 'render' | 'variablesOf'>
  app: { name: string; url: string }
}

/** Renders templates with sample values; sends nothing. */
export function createTemplatePreviewsService(deps: TemplatePreviewsServiceDeps) {
  const { render, keep } = createPreviewRendering(deps)
  const templates = deps.templates(deps.db)
  const versions = deps.versions(deps.db)

  async function require(idOrSlug: string) {
    const row = await templates.find(idOrSlug)
    if (row === undefined) throw fail('email.template_not_found')
    return row
  }

  async function requireTranslation(id: string, language: string) {
    const translation = await versions.findTranslation(id, language)
    if (translation === undefined) throw fail('email.translation_not_found')
    return translation
  }

  async function designOf(slug: string | null | undefined): Promise<ThemeDesign | undefined> {
    if (slug === null || slug === undefined || slug === '') return undefined
    const theme = await templates.findTheme(slug)
    if (theme === undefined) throw failField('email.theme_not_found', 'theme')
    return themeDesign.parse(theme.design)
  }

  const eventsOf = async (template: string | undefined) => (template === undefined ? [] : (await require(template)).events)

  return {
    async preview(
      user: Identity,
      idOrSlug: string,
      options: { theme?: string | null | undefined; data?: SampleData | undefined; language?: string | undefined },
    ): Promise<Preview> {
      const row = await require(idOrSlug)
      const [translation, design] = await Promise.all([
        options.language === undefined ? undefined : requireTranslation(row.id, options.language),
        designOf(options.theme === undefined ? row.theme_slug : options.theme),
      ])
      const data = sampleMailData(row.events, deps.app, options.data, options.language)
      const template = translation ?? row
      const shown = { language: options.language, hasUnsubscribe: canUnsubscribe(row) }
      return keep(user, template, data, await render(user, template, design, data, shown))
    },
    /** Previews an unsaved draft, with all of its problems. */
    async previewDraft(user: Identity, draft: Draft): Promise<Preview & { problems: TemplateProblem[] }> {
      const row = draft.template === undefined ? undefined : await require(draft.template)
      const design = await designOf(draft.theme)
      const data = sampleMailData(row?.events ?? [], deps.app, draft.data)
      const problems = await deps.rendering.checkDraft(user.id, { template: draft, design, samples: data, app: deps.app })
      const mail = await render(user, draft, design, data, { hasUnsubscribe: row === undefined || canUnsubscribe(row) })
      return { ...(await keep(user, draft, data, mail)), problems }
    },
    async check(user: Identity, draft: Draft): Promise<{ problems: TemplateProblem[]; variables: Record<string, string> }> {
      const events = await eventsOf(draft.template)
      const design = await designOf(draft.theme)
      const samples = sampleMailData(events, deps.app)
      const problems = await deps.rendering.checkDraft(user.id, { template: draft, design, samples, app: deps.app })
      return { problems, variables: describeVariables(events) }
    },
  }
}

export type TemplatePreviewsService = ReturnType<typeof createTemplatePreviewsService>
