import { getEmailSettings } from '@twofold/contract/mail-design/settings'
import { listTemplates, listTemplateThemes } from '@twofold/contract/mail-design/templates'
import { getTheme, listThemePresets, listThemes, previewDesign, previewTheme, type Theme } from '@twofold/contract/mail-design/theme-calls'
import { themePresets } from '@twofold/contract/mail-design/theme-presets'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from './back-office.ts'
import { onePage, pageOf } from './paging.ts'
import { refusal, serve } from './server.ts'
import { pageWith } from './templates.ts'
import { idOf } from './vault.ts'

/** A theme with every default, made by Ada. */
export const themeOf = (name: string, change: Partial<Theme> = {}): Theme => ({
  id: name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  description: null,
  is_public: false,
  is_system: false,
  creator: { id: idOf(9), name: 'Ada Example' },
  templates_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...themeDesign.parse({}),
  ...change,
})

/** Themes as the server lists them, which a test may change. A preview shows `A sample`, in the color of its headings. */
export function serveThemes(...themes: Theme[]) {
  signInAsAdministrator()
  const listed = serve(listThemes, ({ query: { search = '', type, layout, page: number } }) => {
    const found = themes.filter(
      (one) =>
        one.name.includes(search) &&
        (layout === 'all' || one.layout_type === layout) &&
        (type === 'all' || (type === 'public' ? one.is_public : one.is_system === (type === 'system'))),
    )
    return { themes: found.length > 12 ? pageOf(found, number, 12) : onePage(...found) }
  })
  serve(getTheme, ({ params: { slug } }) => {
    const found = themes.find((one) => one.slug === slug)
    return found ? { theme: found } : refusal('email.theme_not_found')
  })
  serve(listThemePresets, { presets: themePresets })
  serve(listTemplates, {})
  serve(getEmailSettings, { settings: { default_category: 'notification' } })
  serve(listTemplateThemes, () => ({ themes: Object.fromEntries(themes.map(({ slug, name }) => [slug, { name }])) }))
  const shown = (html: string) => ({ success: true, html, preview_url: pageWith(html) })
  const previews = serve(previewTheme, ({ params: { slug }, body: { template = 'A sample' } }) => shown(`<h1>${template} in ${slug}</h1>`))
  const drawn = serve(previewDesign, ({ body: { design } }) => shown(`<h1 style="color: ${design.heading_color}">A sample</h1>`))
  return { themes, listed, previews, drawn }
}

export const themeCard = (name: string) => page.getByRole('article', { name, exact: true })
