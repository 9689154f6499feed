import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun, onlyRoutes } from '../../platform/ground/define-noun.ts'
import { createSettingsStoreRepository } from '../../platform/policy/settings.repository.ts'
import type { Sessions } from '../../sessions/noun.ts'
import { createSettingsImpactRepository } from './settings-impact.repository.ts'
import { adminSettingsRoutes } from './settings.routes.ts'
import { createSettingsService } from './settings.service.ts'

/** Settings of the installation. The platform keeps and reads them. */
export const settings = defineNoun({
  name: 'admin/settings',
  owns: 'none',
  metrics: 'none',
  build(ground: Ground, needs: Pick<Sessions, 'sessionRows'>) {
    const service = createSettingsService({
      ...ground,
      ...needs,
      settings: createSettingsStoreRepository,
      impact: createSettingsImpactRepository,
    })
    return onlyRoutes((app) => adminSettingsRoutes(app, service))
  },
})
