import { fail } from '../../platform/fail.ts'
import type { ApplyThemeServiceDeps } from './apply-theme.service.ts'

/** How applying a theme is undone. */
export function createUndoTheme(deps: ApplyThemeServiceDeps) {
  return {
    /** Answers how many have their theme of before again. */
    async undo(id: string): Promise<number> {
      return deps.transaction(async (tx) => {
        const { db } = tx
        const applications = deps.applications(db)
        const templates = deps.templates(db)
        const found = await applications.lock(id)
        if (found === undefined) throw fail('email.application_not_found')
        if (found.undone_at !== null) throw fail('email.application_undone')
        const themes = new Set((await templates.listThemes()).map(({ slug }) => slug))
        const rows = await templates.list({ onlyActive: false })
        let restored = 0
        for (const [templateId, before] of Object.entries(found.previous)) {
          // Given another theme, or deleted, since: that stands.
          if (rows.find((row) => row.id === templateId)?.theme_slug !== found.theme_slug) continue
          await templates.change(templateId, { theme_slug: before !== null && themes.has(before) ? before : null })
          restored += 1
        }
        await applications.markUndone(id, deps.clock.date())
        const target = { kind: 'theme', id, name: found.theme_slug }
        await tx.audit({ action: 'email.theme_taken_back', target, after: { templates: restored } })
        return restored
      })
    },
  }
}
