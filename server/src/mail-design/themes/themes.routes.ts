import { themePresets } from '@twofold/contract/mail-design/theme-presets'
import {
  changeTheme,
  createTheme,
  duplicateTheme,
  getTheme,
  listThemePresets,
  listThemes,
  previewDesign,
  previewTheme,
  removeTheme,
} from '@twofold/contract/mail-design/theme-calls'
import { sayDone } from '@twofold/contract/sentences/sentences'

import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { ThemesService } from './themes.service.ts'

export function themesRoutes(app: App, themes: ThemesService): void {
  route(app, listThemes, { ...byAdmin.evenClosed.read, readsTogether: true }, async ({ query }) => ({
    success: true,
    themes: await themes.list(query),
  }))
  route(app, listThemePresets, byAdmin.evenClosed.read, () => Promise.resolve({ success: true, presets: themePresets }))
  route(app, getTheme, byAdmin.evenClosed.read, async ({ params }) => ({ success: true, theme: await themes.get(params.slug) }))
  route(app, createTheme, byAdmin.evenClosed.atOnce, async ({ user, body }) => ({
    ...sayDone('theme.created'),
    ...(await themes.create(user, body)),
  }))
  route(app, changeTheme, byAdmin.evenClosed.atOnce, async ({ user, params, body }) => {
    const {
      id: _i,
      slug: _s,
      is_system: _y,
      creator: _c,
      templates_count: _t,
      created_at: _ca,
      updated_at: _ua,
      unchanged_since: since,
      ...form
    } = body
    return { ...sayDone('theme.updated'), ...(await themes.change(user, params.slug, form, since)) }
  })
  route(app, removeTheme, byAdmin.evenClosed.atOnce, async ({ params }) => {
    await themes.remove(params.slug)
    return sayDone('theme.deleted')
  })
  route(app, duplicateTheme, byAdmin.evenClosed.atOnce, async ({ user, params }) => ({
    ...sayDone('theme.duplicated'),
    theme: await themes.duplicate(user, params.slug),
  }))
  route(app, previewTheme, { ...byAdmin.evenClosed.read, approval: 'none', isAudited: false }, async ({ user, params, body }) => ({
    success: true,
    ...(await themes.preview(user, params.slug, body.template)),
  }))
  route(app, previewDesign, { ...byAdmin.evenClosed.read, approval: 'none', isAudited: false }, async ({ user, body }) => ({
    success: true,
    ...(await themes.previewDesign(user, body.design, body.template)),
  }))
}
