import { cutText } from '@twofold/contract/cut-text'
import type { ContrastWarning, Theme, ThemeForm } from '@twofold/contract/mail-design/theme-calls'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { changeOf } from '../../platform/audit.ts'
import { complaintOfMarkup } from '../../platform/complaint.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { requireUnchanged } from '../../platform/require-unchanged.ts'
import { contrastWarnings } from '../styles/contrast-warnings.ts'
import type { ThemeRow, ThemesRepository } from './themes.repository.ts'
import type { ThemesServiceDeps } from './themes.service.ts'
import { presentTheme, designOf } from './present-theme.ts'
import type { ThemeLookup } from './theme-lookup.service.ts'
import { createThemeCreation, targetOf } from './theme-creation.service.ts'

const auditedTheme = ({ name, description, is_public, design }: ThemeRow) => ({
  name,
  description,
  is_public,
  ...themeDesign.parse(design),
})

/** Creates, changes, duplicates and removes themes. */
export function createThemeEditing(deps: ThemesServiceDeps, { require }: ThemeLookup) {
  const { insert } = createThemeCreation(deps)
  const reader = deps.themes(deps.db)

  async function requireOwn(themes: ThemesRepository, slug: string): Promise<ThemeRow> {
    const [, row] = await Promise.all([themes.lock(slug), require(themes, slug)])
    if (row.is_system) throw fail('email.theme_system')
    return row
  }

  async function requireCleanCss(by: Identity, css: string): Promise<void> {
    const problems = await deps.rendering.checkCustomCss(by.id, css)
    if (problems.length === 0) return
    throw fail('email.css_refused', { errors: { custom_css: problems.map(complaintOfMarkup) } })
  }

  function answer(row: ThemeRow): { theme: Theme; warnings: ContrastWarning[] } {
    const theme = presentTheme(row)
    return { theme, warnings: contrastWarnings(designOf(theme)) }
  }

  return {
    async create(by: Identity, form: ThemeForm) {
      await requireCleanCss(by, form.custom_css)
      return answer(await require(reader, await insert(by, form)))
    },
    async change(by: Identity, slug: string, form: ThemeForm, since?: string) {
      const { name, description, is_public, ...design } = form
      await requireCleanCss(by, design.custom_css)
      const stored = await deps.transaction(async (tx) => {
        const themes = deps.themes(tx.db)
        const row = await requireOwn(themes, slug)
        requireUnchanged(since, row)
        const change = {
          name,
          description: description || null,
          is_public,
          design: JSON.stringify(design),
          layout_type: design.layout_type,
          updated_at: deps.clock.date(),
        }
        const [, kept] = await Promise.all([themes.change(slug, change), require(themes, slug)])
        const difference = changeOf(auditedTheme(row), { ...form, description: description || null })
        await tx.audit({ action: 'email.theme_changed', target: targetOf(row), ...difference })
        return kept
      })
      return answer(stored)
    },
    /** Templates that have it have none then. */
    async remove(slug: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const themes = deps.themes(tx.db)
        const row = await requireOwn(themes, slug)
        tx.writeLast(() => themes.forgetDefault(slug))
        tx.writeLast(() => themes.remove(slug))
        const { before } = changeOf({ ...auditedTheme(row), templates: row.templates_count }, {})
        await tx.audit({ action: 'email.theme_deleted', target: targetOf(row), before })
      })
    },
    async duplicate(by: Identity, slug: string): Promise<Theme> {
      const theme = presentTheme(await require(reader, slug))
      const copy = await insert(by, {
        ...designOf(theme),
        name: `${cutText(theme.name, 93)} (Copy)`,
        description: theme.description,
        is_public: false,
      })
      return presentTheme(await require(reader, copy))
    },
  }
}
