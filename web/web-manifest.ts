import { existsSync } from 'node:fs'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { manifestTexts } from './src/manifest-texts.ts'
import { sharePath } from './src/lib/share-paths.ts'

type Texts = Record<keyof typeof manifestTexts, string>

/**
 * Writes what the operating system reads when somebody installs the application, a file for each language: `/manifest.webmanifest` in English,
 * `/manifest.de.webmanifest` and so on, which `lib/i18n.ts` puts into the page.
 */
export function webManifest(): Plugin {
  return {
    name: 'web-manifest',
    apply: 'build',
    async generateBundle() {
      const config = getConfig({ cwd: import.meta.dirname })
      const [catalogue] = await getCatalogs(config)
      const locales: readonly string[] = config.locales
      for (const locale of locales) {
        const there = (await catalogue?.read(locale)) ?? {}
        const words = Object.entries(manifestTexts).map(([name, { id, message }]) => [name, there[id]?.translation || message])
        const fileName = locale === config.sourceLocale ? 'manifest.webmanifest' : `manifest.${locale}.webmanifest`
        const source = JSON.stringify(manifestOf(locale, Object.fromEntries(words) as Texts), null, 2)
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

const icon = (name: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

function manifestOf(locale: string, texts: Texts) {
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('app', 192)] })
  // A language without pictures of its own uses the English ones.
  const pictureOf = (name: string) =>
    existsSync(new URL(`public/screenshots/${name}-${locale}.png`, import.meta.url)) ? `${name}-${locale}` : `${name}-en`
  const picture = (name: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) => ({
    src: `/screenshots/${pictureOf(name)}.png`,
    sizes,
    type: 'image/png',
    form_factor,
    label,
  })
  return {
    id: '/',
    lang: locale,
    name: 'Twofold',
    short_name: 'Twofold',
    description: texts.description,
    categories: ['security', 'productivity', 'utilities'],
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#f6f8f8',
    theme_color: '#0b6b67',
    icons: [icon('app', 192), icon('app', 512), icon('maskable', 192, 'maskable'), icon('maskable', 512, 'maskable')],
    // Fragments stay in the browser: what is shared, and the link of a key, is never sent to the server.
    shortcuts: [shortcut(texts.add, '/dashboard#add'), shortcut(texts.import, '/dashboard#import'), shortcut(texts.groups, '/groups')],
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['image/*'] }] },
    },
    protocol_handlers: [{ protocol: 'web+otpauth', url: '/dashboard#add=%s' }],
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    screenshots: [
      picture('codes', '1280x800', 'wide', texts.codes),
      picture('codes-narrow', '720x1280', 'narrow', texts.codes),
      picture('adding-narrow', '720x1280', 'narrow', texts.adding),
    ],
  }
}
