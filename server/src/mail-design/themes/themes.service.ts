import { type ContrastWarning, type Theme, themesPerPage } from '@twofold/contract/mail-design/theme-calls'
import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import type { Db } from '../../platform/database.ts'
import { fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { paged } from '../../platform/paging.ts'
import type { PreviewsService } from '../previews/previews.service.ts'
import type { RenderingService } from '../rendering/rendering.ts'
import { canUnsubscribe } from '../templates/present-template.ts'
import { TemplateError } from '../markup/template-error.ts'
import type { MailTemplate } from '../markup/render.ts'
import { sampleMailData } from '../templates/template-variables.ts'
import { contrastWarnings } from '../styles/contrast-warnings.ts'
import type { CssProblem } from '../styles/custom-css.ts'
import { sampleContent } from './sample-content.ts'
import { systemThemes } from './system-themes.ts'
import type { ThemeFilters, ThemesRepository } from './themes.repository.ts'
import { createThemeLookup } from './theme-lookup.service.ts'
import { createThemeEditing } from './theme-editing.service.ts'
import { presentTheme, designOf } from './present-theme.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface ThemesServiceDeps extends ServiceDeps {
  themes: (db: Db) => ThemesRepository
  previews: Pick<PreviewsService, 'keep'>
  rendering: Pick<RenderingService, 'render' | 'checkCustomCss'>
  app: { name: string; url: string }
}

export interface ThemePreview {
  html: string
  preview_url: string
  warnings: ContrastWarning[]
}

export function createThemesService(deps: ThemesServiceDeps) {
  const themes = createThemeLookup()
  const { require } = themes
  const reader = deps.themes(deps.db)

  async function show(user: Identity, design: ThemeDesign, template: string | undefined): Promise<ThemePreview> {
    const found = template === undefined ? undefined : await reader.findTemplate(template)
    if (template !== undefined && found === undefined) throw fail('email.template_not_found')
    const html = await renderSafely(user, design, found ?? sampleContent, found === undefined || canUnsubscribe(found))
    return { html, preview_url: await deps.previews.keep(user.sessionId, html), warnings: contrastWarnings(design) }
  }

  async function renderSafely(user: Identity, design: ThemeDesign, template: MailTemplate, hasUnsubscribe: boolean): Promise<string> {
    const { name: appName, url: appUrl } = deps.app
    const data = sampleMailData([], { name: appName, url: appUrl })
    try {
      const unsubscribe = hasUnsubscribe ? { unsubscribeUrl: appUrl } : {}
      const mail = { template, design, data, appName, appUrl, language: 'en', ...unsubscribe }
      return (await deps.rendering.render(user.id, mail)).html
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      throw failField('email.template_unsound', 'template')
    }
  }

  return {
    ...createThemeEditing(deps, themes),
    async list({ page, ...filters }: ThemeFilters & { page: number }) {
      const [rows, total] = await Promise.all([reader.list(filters, (page - 1) * themesPerPage, themesPerPage), reader.count(filters)])
      return paged(rows.map(presentTheme), { page, perPage: themesPerPage, total })
    },
    get: async (slug: string): Promise<Theme> => presentTheme(await require(reader, slug)),
    /** The system's themes are what they were made as. */
    async restoreSystemThemes(): Promise<void> {
      await deps.transaction(async (tx) => {
        const themes = deps.themes(tx.db)
        for (const { slug, name, description, design } of systemThemes) {
          await themes.restore(slug, { name, description, design: JSON.stringify(design), layout_type: design.layout_type })
        }
      })
    },
    async preview(user: Identity, slug: string, template: string | undefined): Promise<ThemePreview> {
      return show(user, designOf(presentTheme(await require(reader, slug))), template)
    },
    async previewDesign(
      user: Identity,
      design: ThemeDesign,
      template: string | undefined,
    ): Promise<ThemePreview & { css_problems: CssProblem[] }> {
      return { ...(await show(user, design, template)), css_problems: await deps.rendering.checkCustomCss(user.id, design.custom_css) }
    },
  }
}

export type ThemesService = ReturnType<typeof createThemesService>
