import { v7 as uuid } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Tx } from '../platform/transaction.ts'
import type { SystemDesignsRepository } from './system-designs.repository.ts'
import { systemTemplates } from './templates/system-templates.ts'
import { systemTranslations } from './templates/system-translations.ts'
import { systemThemes } from './themes/system-themes.ts'

/** The default theme. */
const firstTheme = 'standard'

/** The themes and templates that come with a release. */
export function createSystemDesignsService(deps: { designs: (db: Db) => SystemDesignsRepository; clock: Clock }) {
  return {
    /** Stores them, under a lock that is held until the transaction ends. What somebody edited stays. Answers the slugs of new templates. */
    async put(tx: Tx): Promise<string[]> {
      const time = deps.clock.date()
      const times = { created_at: time, updated_at: time }
      const designs = deps.designs(tx.db)
      await designs.lock()
      await designs.putThemes(
        systemThemes.map(({ design, slug, ...theme }) => ({
          ...theme,
          ...times,
          id: uuid(),
          slug,
          design: JSON.stringify(design),
          layout_type: design.layout_type,
          is_system: true,
          is_public: true,
        })),
      )
      const added = await designs.putTemplates(
        systemTemplates.map(({ event: _event, variables, ...template }) => ({
          ...template,
          ...times,
          id: uuid(),
          variables: JSON.stringify(variables),
          is_system: true,
          theme_slug: firstTheme,
        })),
      )
      await designs.putTranslations(systemTranslations)
      return added
    },
  }
}

export type SystemDesignsService = ReturnType<typeof createSystemDesignsService>
