import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { join } from 'node:path'
import { env } from 'node:process'
import { defineProject } from 'vitest/config'
import { chromiumLaunch } from '../e2e/chromium.ts'
import { allowMotion, forceColors, leaveClipboard, preferScheme, takeClipboard } from './browser-commands.ts'

// The macros would look for it where the tests are started from.
env['LINGUI_CONFIG'] = join(import.meta.dirname, 'lingui.config.ts')

/** Milliseconds until an element is there: on a machine that others use as well, and what fails says so all the same. */
const timeoutMs = 60_000

/** Components and screens in a browser, with a server that answers what a test says (src/testing). */
export default defineProject({
  plugins: [
    // The tree exists already; this only splits it by screen, so that a test loads no more than its own screen.
    tanstackRouter({
      routesDirectory: 'src/screens',
      generatedRouteTree: 'src/route-tree.generated.ts',
      enableRouteGeneration: false,
      autoCodeSplitting: true,
      tmpDir: '../.cache/router',
      disableLogging: true,
    }),
    react(),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] }),
    tailwindcss(),
  ],
  // Found before the first test: what is found while one runs reloads its page.
  optimizeDeps: { entries: ['src/main.tsx', 'src/screens/**/*.tsx', 'src/**/*-worker.ts', 'src/scanner/decoder.ts', 'src/testing/*.ts*'] },
  test: {
    name: 'components',
    include: ['src/**/*.component.test.tsx'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 300_000,
    // Mocked answers end with their test: files share a page.
    restoreMocks: true,
    expect: { poll: { timeout: timeoutMs } },
    // A test opens the application again and leaves nothing behind, so files share a page and load every module once.
    isolate: false,
    // Pages. A test waits for its browser as often as it computes.
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 720 },
      // As Playwright matches, so that a rule reads the same in both.
      locators: { exact: false },
      commands: { preferScheme, forceColors, allowMotion, takeClipboard, leaveClipboard },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: await chromiumLaunch(),
        actionTimeout: timeoutMs,
        contextOptions: {
          locale: 'en-US',
          timezoneId: 'UTC',
          reducedMotion: 'reduce',
          permissions: ['clipboard-read', 'clipboard-write'],
        },
      }),
    },
  },
})
