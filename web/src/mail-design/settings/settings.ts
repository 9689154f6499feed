import { queryOptions } from '@tanstack/react-query'
import { emailSettings, type EmailSettings, getEmailSettings, type ThemeApplication } from '@twofold/contract/mail-design/settings'
import { previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { listTemplates, listTemplateThemes } from '@twofold/contract/mail-design/templates'
import { previewTheme } from '@twofold/contract/mail-design/theme-calls'
import { browserStorage } from '../../lib/browser-storage.ts'
import { call } from '../../lib/call.ts'
import { emailSettingsKey } from '../../lib/session-end.ts'

/** The server's last answer, only to show while a new one loads. */
function rememberedSettings(): EmailSettings | undefined {
  try {
    const known = emailSettings.safeParse(JSON.parse(browserStorage.getItem(emailSettingsKey) ?? ''))
    return known.success ? known.data : undefined
  } catch {
    return undefined
  }
}

function remember(settings: EmailSettings): EmailSettings {
  browserStorage.setItem(emailSettingsKey, JSON.stringify(settings))
  return settings
}

export const emailSettingsQuery = queryOptions({
  queryKey: ['admin', 'email', 'settings'],
  queryFn: async ({ signal }) => remember((await call(getEmailSettings, undefined, { signal })).settings),
  placeholderData: rememberedSettings,
})

export const pickedThemesQuery = queryOptions({
  queryKey: ['admin', 'email', 'themes', 'picker'],
  queryFn: async ({ signal }) => (await call(listTemplateThemes, undefined, { signal })).themes,
})

export const allTemplatesQuery = queryOptions({
  queryKey: ['admin', 'email', 'templates', 'all'],
  queryFn: async ({ signal }) => (await call(listTemplates, { query: {} }, { signal })).templates,
})

/** URL of an e-mail in a theme; empty without a theme and a template. */
export async function previewAddress(theme: string, template: string): Promise<string> {
  if (theme === '') return (await call(previewTemplate, { params: { id: template }, body: { theme: null } })).preview_url
  return (await call(previewTheme, { params: { slug: theme }, body: template === '' ? {} : { template } })).preview_url
}

export const settingsPreviewQuery = (theme: string, template: string) =>
  queryOptions({
    queryKey: ['admin', 'email', 'settings', 'preview', theme, template],
    queryFn: () => previewAddress(theme, template),
    enabled: theme !== '' || template !== '',
    // An address is good for five minutes.
    staleTime: 240_000,
    gcTime: 0,
  })

/** The last time that a theme was given to many templates from this page, for as long as it is open: so that it can be undone. */
export const lastApplicationQuery = queryOptions<ThemeApplication | null>({
  queryKey: ['admin', 'email', 'settings', 'last-application'],
  queryFn: () => Promise.resolve(null),
  initialData: null,
  staleTime: Infinity,
  gcTime: Infinity,
})
