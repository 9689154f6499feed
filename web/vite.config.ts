import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { env } from 'node:process'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './compile-messages.ts'
import { classicScripts } from './classic-scripts.ts'
import { compressFiles } from './compress-files.ts'
import { givenLocale } from './given-locale.ts'
import { keepFromFirstScript } from './keep-from-first-script.ts'
import { lightContract } from './light-contract.ts'
import { pagesCatalogue } from './pages-catalogue.ts'
import { screenPages } from './screen-pages.ts'
import { sharedParts } from './shared-parts.ts'
import { webManifest } from './web-manifest.ts'

// So that tools may read this file from the root of the repository too.
const here = { cwd: import.meta.dirname }
const server = `http://localhost:${env['PORT'] ?? 3000}`

/** The cards of keys are one of three views, which most people see. */
const firstParts = { dashboard: ['_signed-in/-dashboard/KeyCards.tsx'] }
const parts = sharedParts(firstParts)

export default defineConfig({
  plugins: [
    lightContract(),
    tanstackRouter({
      routesDirectory: 'src/screens',
      generatedRouteTree: 'src/route-tree.generated.ts',
      autoCodeSplitting: true,
      tmpDir: '../.cache/router',
      disableLogging: true,
    }),
    react(),
    // English stays in the code, beside its use and in the chunk of its screen, so only other languages fetch a catalogue.
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }, here)] }),
    compileMessages(),
    givenLocale(),
    pagesCatalogue(),
    importPlainly(),
    tailwindcss(),
    preloadFonts([/inter-latin-(?!ext)/, /jetbrains-mono/]),
    orderLayers('properties, theme, base, components, utilities'),
    webManifest(),
    classicScripts(),
    screenPages(firstParts),
    // Search parameters are read by the first script, in files of their own.
    keepFromFirstScript(
      /[\\/]contract[\\/]src[\\/](admin|mail-[a-z]+)[\\/]|[\\/]web[\\/]src[\\/](admin|mail-[a-z]+)[\\/](?!.*(-search\.ts|\.css)$)/,
    ),
    compressFiles(),
  ],
  // The texts of formats are in the same files as their readers.
  worker: { plugins: () => [babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }, here)] })] },
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(['/api', '/livez', '/readyz'].map((path) => [path, server])) },
  build: {
    // The first versions with light-dark(), which the tokens are written in, and AbortSignal.any.
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page names the scripts of its screen (screen-pages.ts), and the service worker has those of the others. The first script, which would
      // name them all, grew with every screen.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    // One small sheet, loaded before the first paint, rather than one per widget.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Parts that every screen needs: fewer requests, and the libraries stay cached across our releases.
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](?!react-virtual|virtual-core)[^\\/]+|@lingui)[\\/]|rolldown[\\/]runtime/,
            },
            // Only forms check what was typed.
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]/ },
            { name: 'frame', tags: ['$initial'] },
            ...parts.beforeTheVault,
            ...parts.onTheDashboard,
            { name: 'overlays', test: /src[\\/]ui[\\/](Dialog|MenuParts)\.tsx/ },
            ...parts.inTheVault,
            { name: 'signed-in', test: /src[\\/]shell[\\/]SignedInFrame/ },
            // Most people at the sign-in screen have an account.
            { name: 'new-account', test: /src[\\/](sessions[\\/](AccountForm|NewPassword)|ui[\\/]PasswordStrength\.tsx)/ },
          ],
        },
      },
    },
  },
})

/** A lazy import names nothing to fetch with it (`modulePreload` below), so Vite's helper for that would only make the first script larger. */
function importPlainly(): Plugin {
  return {
    name: 'import-plainly',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}

/** Lets the browser fetch the faces of the first paint along with the style sheet instead of after it. */
function preloadFonts(names: RegExp[]): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        names.map((name) => {
          const font = Object.keys(bundle ?? {}).find((file) => name.test(file))
          if (!font) throw new Error(`The build has no font ${name}.`)
          return {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` },
            injectTo: 'head',
          }
        }),
    },
  }
}

/**
 * Layers rank by where they are first named, and the one sheet is put together in the order of chunks: a widget's could come before
 * `main.css`, which names them, and the base layer would then win over it.
 */
function orderLayers(order: string): Plugin {
  return {
    name: 'order-layers',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `@layer ${order};${String(file.source)}`
      }
    },
  }
}
