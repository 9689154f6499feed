import { v7 as uuid } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { ThemesService } from '../mail-design/themes/themes.service.ts'
import type { SystemDesignsService } from '../mail-design/system-designs.service.ts'
import type { MappingsRepository } from './mappings/mappings.repository.ts'
import { systemTemplates } from '../mail-design/templates/system-templates.ts'
import { systemThemes } from '../mail-design/themes/system-themes.ts'

/** System themes, a system template for every event that is mapped, its translations, and that mapping. At every start; what somebody edited stays. */
export function createSeedingService(deps: {
  transaction: Transaction
  designs: SystemDesignsService
  mappings: (db: Db) => Pick<MappingsRepository, 'putMissing'>
  themes: Pick<ThemesService, 'restoreSystemThemes'>
  clock: Clock
}) {
  async function seed(): Promise<void> {
    await deps.transaction(async (tx) => {
      const added = await deps.designs.put(tx)
      // Only with its new template: a mapping that an administrator removed must not return with the next start.
      const mapped = systemTemplates.filter(({ slug }) => added.includes(slug))
      const time = deps.clock.date()
      await deps.mappings(tx.db).putMissing(
        mapped.map(({ event, slug, description }) => ({
          created_at: time,
          updated_at: time,
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
      // Recorded before seeding, whose own transaction would otherwise be recorded in its place.
      const after = { themes: systemThemes.length }
      await deps.transaction((tx) => tx.audit({ action: 'email.themes_restored', after }))
      await seed()
      await deps.themes.restoreSystemThemes()
    },
  }
}

export type SeedingService = ReturnType<typeof createSeedingService>
