import { slugOf } from '@twofold/contract/mail-design/slugs'
import type { ContrastWarning, Theme, ThemeForm } from '@twofold/contract/mail-design/theme-calls'
import { themesPerPage } from '@twofold/contract/mail-design/theme-calls'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import { v7 as uuid } from 'uuid'
import { changeOf } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Transaction } from '../../platform/transaction.ts'
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
import type { ThemeFilters, ThemeRow, ThemesRepository } from './themes.repository.ts'

export interface ThemesServiceDeps {
  db: Db
  transaction: Transaction
  themes: (db: Db) => ThemesRepository
  previews: Pick<PreviewsService, 'keep'>
  rendering: Pick<RenderingService, 'render' | 'checkCustomCss'>
  app: { name: string; url: string }
  clock: Clock
}

export interface ThemePreview {
  html: string
  preview_url: string
  warnings: ContrastWarning[]
}

export function createThemesService(deps: ThemesServiceDeps) {
  const lookUp = deps.themes(deps.db)
  const now = () => new Date(deps.clock.now())

  async function require(themes: ThemesRepository, slug: string): Promise<ThemeRow> {
    const row = await themes.find(slug)
    if (row === undefined) throw fail('email.theme_missing')
    return row
  }

  async function requireOwn(themes: ThemesRepository, slug: string): Promise<ThemeRow> {
    await themes.lock(slug)
    const row = await require(themes, slug)
    if (row.is_system) throw fail('email.theme_system')
    return row
  }

  async function insert(by: Identity, form: ThemeForm): Promise<string> {
    const { name, description, is_public, ...design } = form
    return deps.transaction(async (tx) => {
      const themes = deps.themes(tx.db)
      const [, listed] = await Promise.all([themes.lockSlugs(), themes.listSlugs()])
      const slugs = new Set(listed)
      const slug = slugOf(name, (wanted) => slugs.has(wanted))
      const id = uuid()
      const row = {
        id,
        slug,
        name,
        description: description || null,
        design: JSON.stringify(design),
        layout_type: design.layout_type,
        is_public,
        created_by: by.id,
        created_at: now(),
        updated_at: now(),
      }
      tx.writeLast(() => themes.put(row))
      const { after } = changeOf({}, { ...form, description: description || null })
      await tx.audit({ action: 'email.theme_created', target: targetOf({ id, name }), after })
      return slug
    })
  }

  async function show(user: Identity, design: ThemeDesign, template: string | undefined): Promise<ThemePreview> {
    const found = template === undefined ? undefined : await lookUp.findTemplate(template)
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

  async function requireCleanCss(by: Identity, css: string): Promise<void> {
    const problems = await deps.rendering.checkCustomCss(by.id, css)
    if (problems.length === 0) return
    const messages = problems.map(({ message, line, column }) => `${message} (line ${line}, column ${column})`)
    throw fail('email.css_refused', { errors: { custom_css: messages } })
  }

  async function answer(slug: string): Promise<{ theme: Theme; warnings: ContrastWarning[] }> {
    const theme = presentTheme(await require(lookUp, slug))
    return { theme, warnings: contrastWarnings(designOf(theme)) }
  }

  return {
    async list({ page, ...filters }: ThemeFilters & { page: number }) {
      const [rows, total] = await Promise.all([lookUp.list(filters, (page - 1) * themesPerPage, themesPerPage), lookUp.count(filters)])
      return paged(rows.map(presentTheme), { page, perPage: themesPerPage, total })
    },

    get: async (slug: string): Promise<Theme> => presentTheme(await require(lookUp, slug)),

    async create(by: Identity, form: ThemeForm) {
      await requireCleanCss(by, form.custom_css)
      return answer(await insert(by, form))
    },

    async change(by: Identity, slug: string, form: ThemeForm) {
      const { name, description, is_public, ...design } = form
      await requireCleanCss(by, design.custom_css)
      await deps.transaction(async (tx) => {
        const themes = deps.themes(tx.db)
        const row = await requireOwn(themes, slug)
        await themes.change(slug, {
          name,
          description: description || null,
          is_public,
          design: JSON.stringify(design),
          layout_type: design.layout_type,
          updated_at: now(),
        })
        const change = changeOf(auditedTheme(row), { ...form, description: description || null })
        await tx.audit({ action: 'email.theme_changed', target: targetOf(row), ...change })
      })
      return answer(slug)
    },

    /** Templates that have it have none then. */
    async remove(slug: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const themes = deps.themes(tx.db)
        const row = await requireOwn(themes, slug)
        await themes.forgetDefault(slug)
        await themes.remove(slug)
        const { before } = changeOf({ ...auditedTheme(row), templates: row.templates_count }, {})
        await tx.audit({ action: 'email.theme_deleted', target: targetOf(row), before })
      })
    },

    async duplicate(by: Identity, slug: string): Promise<Theme> {
      const theme = presentTheme(await require(lookUp, slug))
      const copy = await insert(by, {
        ...designOf(theme),
        name: `${theme.name.slice(0, 93)} (Copy)`,
        description: theme.description,
        is_public: false,
      })
      return presentTheme(await require(lookUp, copy))
    },

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
      return show(user, designOf(presentTheme(await require(lookUp, slug))), template)
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

const targetOf = ({ id, name }: { id: string; name: string }) => ({ kind: 'theme', id, name })

const auditedTheme = ({ name, description, is_public, design }: ThemeRow) => ({
  name,
  description,
  is_public,
  ...themeDesign.parse(design),
})

function presentTheme(row: ThemeRow): Theme {
  return {
    ...themeDesign.parse(row.design),
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    is_system: row.is_system,
    is_public: row.is_public,
    creator: row.created_by === null ? null : { id: row.created_by, name: row.creator_name ?? '' },
    templates_count: row.templates_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function designOf(theme: Theme): ThemeDesign {
  const fields = Object.keys(themeDesign.shape)
  return themeDesign.parse(Object.fromEntries(Object.entries(theme).filter(([name]) => fields.includes(name))))
}
