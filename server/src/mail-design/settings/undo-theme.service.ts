import { fail } from '../../platform/fail.ts'
import type { TemplateRow } from '../templates/templates.repository.ts'
import type { ApplyThemeServiceDeps } from './apply-theme.service.ts'

export function createUndoTheme(deps: ApplyThemeServiceDeps) {
  return {
    /** Answers how many have their theme of before again. */
    async undo(id: string): Promise<number> {
      return deps.transaction(async (tx) => {
        const { db } = tx
        const applications = deps.applications(db)
        const templates = deps.templates(db)
        const [found, choices, rows] = await Promise.all([
          applications.lock(id),
          templates.listThemes(),
          templates.list({ onlyActive: false }),
        ])
        if (found === undefined) throw fail('email.application_not_found')
        if (found.undone_at !== null) throw fail('email.application_undone')
        const themes = new Set(choices.map(({ slug }) => slug))
        // A template that has been given another theme or deleted since stays as it is.
        const restored = rows.filter((row) => row.theme_slug === found.theme_slug && row.id in found.previous)
        const formerOf = (row: TemplateRow) => {
          const before = found.previous[row.id] ?? null
          return before !== null && themes.has(before) ? before : null
        }
        for (const [theme, those] of Map.groupBy(restored, formerOf))
          tx.writeLast(() =>
            templates.changeThemes(
              those.map((row) => row.id),
              theme,
            ),
          )
        tx.writeLast(() => applications.markUndone(id, deps.clock.date()))
        const target = { kind: 'theme', id, name: found.theme_slug }
        await tx.audit({ action: 'email.theme_taken_back', target, after: { templates: restored.length } })
        return restored.length
      })
    },
  }
}
