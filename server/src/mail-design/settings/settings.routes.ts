import { applyThemeToAll, changeEmailSettings, getEmailSettings, undoThemeForAll } from '@twofold/contract/mail-design/settings'
import { sayDone } from '@twofold/contract/sentences/sentences'

import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { ApplyThemeService } from './apply-theme.service.ts'
import type { SettingsService } from './settings.service.ts'

export function settingsRoutes(app: App, settings: SettingsService, themes: ApplyThemeService): void {
  route(app, getEmailSettings, byAdmin.evenClosed.read, async () => ({ success: true, settings: await settings.get() }))
  route(app, changeEmailSettings, { ...byAdmin.evenClosed.atOnce, rules: settings.check }, async ({ user, body }) => {
    const saved = await settings.change(body)
    const applies = saved.auto_apply_to_existing_templates && saved.default_theme !== ''
    return {
      ...sayDone('email_settings.saved'),
      settings: saved,
      application: applies ? await themes.apply(user, {}) : null,
    }
  })
  route(app, applyThemeToAll, byAdmin.evenClosed.atOnce, ({ user, body }) => themes.apply(user, body))
  route(app, undoThemeForAll, byAdmin.evenClosed.atOnce, async ({ params }) => {
    const restored = await themes.undo(params.id)
    return { ...sayDone('theme.given_back', { count: restored }), restored }
  })
}
