import { initializeSystemThemes } from '@twofold/contract/mail-design/theme-calls'
import { sayDone } from '@twofold/contract/sentences/sentences'
import { byAdmin } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { SeedingService } from './seeding.service.ts'

export function seedingRoutes(app: App, seeding: Pick<SeedingService, 'initialize'>): void {
  route(app, initializeSystemThemes, byAdmin.evenClosed.atOnce, async () => {
    await seeding.initialize()
    return sayDone('theme.restored')
  })
}
