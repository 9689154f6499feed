import type { ThemeApplication } from '@twofold/contract/mail-design/settings'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database.ts'
import { failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { readingTogether } from '../../platform/shared-reads.ts'
import type { RenderingService } from '../rendering/rendering.ts'
import { TemplateError } from '../markup/template-error.ts'
import { sampleMailData } from '../templates/template-variables.ts'
import type { TemplatesRepository } from '../templates/templates.repository.ts'
import type { ApplicationsRepository } from './applications.repository.ts'
import type { SettingsService } from './settings.service.ts'
import { createUndoTheme } from './undo-theme.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface ApplyThemeServiceDeps extends ServiceDeps {
  templates: (db: Db) => TemplatesRepository
  applications: (db: Db) => ApplicationsRepository
  settings: Pick<SettingsService, 'get'>
  rendering: Pick<RenderingService, 'render'>
  app: { name: string; url: string }
}

/** Applies one theme to many templates, which can be undone. */
export function createApplyThemeService(deps: ApplyThemeServiceDeps) {
  /** Templates that cannot be drawn in a theme, and why. Drawn before anything is locked. */
  async function findUnfit(by: Identity, slug: string): Promise<Map<string, string>> {
    const templates = deps.templates(deps.db)
    const [theme, rows] = await readingTogether(() => Promise.all([templates.findTheme(slug), templates.list({ onlyActive: false })]))
    const reasons = new Map<string, string>()
    if (theme === undefined) return reasons
    const design = themeDesign.parse(theme.design)
    const { name: appName, url: appUrl } = deps.app
    for (const row of rows) {
      const data = sampleMailData(row.events, deps.app)
      try {
        await deps.rendering.render(by.id, { template: row, design, data, appName, appUrl, language: 'en' })
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error
        reasons.set(row.id, error.message)
      }
    }
    return reasons
  }

  return {
    ...createUndoTheme(deps),
    /** Templates that cannot be drawn in the theme keep what they have, and are named. */
    async apply(
      by: Identity,
      input: { theme?: string | undefined; override_existing_themes?: boolean | undefined },
    ): Promise<ThemeApplication> {
      const settings = await deps.settings.get()
      const slug = input.theme ?? settings.default_theme
      const isOverriding = input.override_existing_themes ?? settings.override_existing_themes
      const id = uuid()
      const reasons = await findUnfit(by, slug)
      return deps.transaction(async (tx) => {
        const { db } = tx
        const templates = deps.templates(db)
        const [theme, rows] = await Promise.all([templates.findTheme(slug), templates.list({ onlyActive: false })])
        if (theme === undefined) throw failField('email.theme_not_found', 'theme')
        const wanted = rows.filter((row) => row.theme_slug !== slug && (isOverriding || row.theme_slug === null))
        const failures: { template: string; reason: string }[] = []
        const previous: Record<string, string | null> = {}
        for (const row of wanted) {
          const reason = reasons.get(row.id)
          if (reason !== undefined) {
            failures.push({ template: row.name, reason })
            continue
          }
          previous[row.id] = row.theme_slug
        }
        const applied = Object.keys(previous).length
        if (applied > 0) {
          const application = {
            id,
            theme_slug: slug,
            previous: JSON.stringify(previous),
            applied_by: by.id,
            applied_at: deps.clock.date(),
          }
          tx.writeLast(() => templates.changeThemes(Object.keys(previous), slug))
          tx.writeLast(() => deps.applications(db).put(application))
        }
        const target = { kind: 'theme', id, name: theme.name }
        const previous_themes = Object.fromEntries(wanted.filter((row) => row.id in previous).map((row) => [row.slug, row.theme_slug]))
        const after = { theme: slug, templates: applied, failed: failures.length }
        await tx.audit({ action: 'email.theme_applied', target, before: { previous_themes }, after })
        return present(applied, failures, applied > 0 ? id : null)
      })
    },
  }
}

function present(applied: number, failures: ThemeApplication['failures'], undoId: string | null): ThemeApplication {
  const failed = failures.length
  const answer = failed === 0 ? say('theme.applied_to_all', { count: applied }) : say('theme.applied_to_some', { count: applied, failed })
  return { success: failed === 0, ...answer, applied, failed, failures, undo_id: undoId }
}

export type ApplyThemeService = ReturnType<typeof createApplyThemeService>
