import { changeSettings, countSettingsImpact, getSettings } from '@twofold/contract/admin/settings'
import { say } from '@twofold/contract/sentences/sentences'

import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { SettingsService } from './settings.service.ts'
import { loosening } from './loosened-rules.ts'

export function adminSettingsRoutes(app: App, settings: SettingsService): void {
  route(app, getSettings, byAdmin.evenClosed.read, () => settings.show())
  route(app, countSettingsImpact, { ...byAdmin.evenClosed.atOnce, isAudited: false }, ({ body }) => settings.impact(body))
  route(app, changeSettings, { ...byAdmin.evenClosed.write, approval: loosening }, async ({ user, body }) => ({
    ...say('settings.saved'),
    ...(await settings.change(user, body)),
  }))
}
