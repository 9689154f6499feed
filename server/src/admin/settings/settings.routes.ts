import { changeSettings, countSettingsImpact, getSettings } from '@twofold/contract/admin/settings'
import { say } from '@twofold/contract/sentences/sentences'

import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { SettingsService } from './settings.service.ts'

export function adminSettingsRoutes(app: App, settings: SettingsService): void {
  route(app, getSettings, { role: 'admin', limit: 'read' }, () => settings.show())
  route(app, countSettingsImpact, { role: 'admin', limit: 'write', isAudited: false }, ({ body }) => settings.impact(body))
  route(app, changeSettings, { role: 'admin', limit: 'write' }, async ({ user, body }) => ({
    ...say('settings.saved'),
    ...(await settings.change(user, body)),
  }))
}
