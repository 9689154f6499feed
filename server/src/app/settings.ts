import { adminSettingsRoutes } from '../admin/settings/settings.routes.ts'
import { createSettingsImpactRepository } from '../admin/settings/settings-impact.repository.ts'
import { createSettingsService } from '../admin/settings/settings.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { PolicyKeeper } from '../platform/policy/policy.ts'
import { createSettingsStoreRepository } from '../platform/policy/settings.repository.ts'
import type { Transaction } from '../platform/transaction.ts'

/** Settings of the installation, wired. */
export function createSettings(deps: { db: Db; transaction: Transaction; keeper: PolicyKeeper; clock: Clock }) {
  const service = createSettingsService({ ...deps, settings: createSettingsStoreRepository, impact: createSettingsImpactRepository })
  return { serve: (app: App) => adminSettingsRoutes(app, service) }
}
