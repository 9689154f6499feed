import { v7 as uuid } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { ThemesService } from '../mail-design/themes/themes.service.ts'
import type { SystemDesignsRepository } from '../mail-design/system-designs.repository.ts'
import type { MappingsRepository } from './mappings/mappings.repository.ts'
import { systemTemplates } from '../mail-design/templates/system-templates.ts'
import { systemTranslations } from '../mail-design/templates/system-translations.ts'
import { systemThemes } from '../mail-design/themes/system-themes.ts'

/** The look of mail until somebody chooses another one. */
const firstTheme = 'standard'

/** System themes, a system template for every event that is mapped, its translations, and that mapping. At every start; what somebody edited stays. */
export function createSeedingService(deps: {
  transaction: Transaction
  designs: (db: Db) => SystemDesignsRepository
  mappings: (db: Db) => Pick<MappingsRepository, 'putMissing'>
  themes: Pick<ThemesService, 'restoreSystemThemes'>
  clock: Clock
}) {
  async function seed(): Promise<void> {
    const time = deps.clock.date()
    const times = { created_at: time, updated_at: time }
    await deps.transaction(async ({ db }) => {
      const designs = deps.designs(db)
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
      // Only with its new template: a mapping that an administrator removed does not come back with the next start.
      const mapped = systemTemplates.filter(({ slug }) => added.includes(slug))
      await deps.mappings(db).putMissing(
        mapped.map(({ event, slug, description }) => ({
          ...times,
          id: uuid(),
          event_name: event,
          template_slug: slug,
          description,
          is_active: true,
        })),
      )
    })
  }

  return {
    seed,

    /** The system's themes are there, and are what they were made as. */
    async initialize(): Promise<void> {
      // Before seeding, whose own transaction would otherwise be what is written down.
      const after = { themes: systemThemes.length }
      await deps.transaction((tx) => tx.audit({ action: 'email.themes_restored', after }))
      await seed()
      await deps.themes.restoreSystemThemes()
    },
  }
}

export type SeedingService = ReturnType<typeof createSeedingService>
