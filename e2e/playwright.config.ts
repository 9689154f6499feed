import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'
import { keepTemporaryFilesInMemory } from '../tools/memory-folder.ts'

keepTemporaryFilesInMemory()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'results',
  globalSetup: './migrated-files.ts',
  // Each runs an application, a PostgreSQL and a Chromium; a third one beside the tests of the server would only add what each starts.
  workers: availableParallelism(),
  fullyParallel: true,
  // A test that passes only when run again is a fault to be found.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Room for one whole window of 30 seconds, on a machine that others use as well.
  timeout: 300_000,
  // Two windows and a half: what waits for the next one needs no time of its own.
  expect: { timeout: 90_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: await chromiumLaunch(),
    locale: 'en-US',
    timezoneId: 'UTC',
    // A countdown that is redrawn for each frame, without a graphics card, is what the machine would mostly do.
    contextOptions: { reducedMotion: 'reduce' },
    // It fetches every file of the application again for each test; `deployed.ts` is for the tests of it.
    serviceWorkers: 'block',
    // A desktop browser grants writing on a click, this one only when told; `context.clearPermissions()` shows the fallback.
    permissions: ['clipboard-read', 'clipboard-write'],
  },
})
