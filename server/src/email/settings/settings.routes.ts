import { changeEmailSettings, getEmailSettings } from '@twofold/contract/email/settings'
import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { SettingsService } from './settings.service.ts'

export function settingsRoutes(app: App, settings: SettingsService): void {
  route(app, getEmailSettings, { role: 'admin', limit: 'read' }, async () => ({ success: true, settings: await settings.get() }))
  route(app, changeEmailSettings, { role: 'admin', limit: 'write' }, async ({ body }) => ({
    success: true,
    message: 'Settings saved successfully!',
    settings: await settings.change(body),
  }))
}
