import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** Walks every screen in each of its states: what axe finds, what is too wide for 320 px, and pictures for people to look at. */
export default defineConfig({
  ...tests,
  testMatch: '**/*.walk.ts',
  reporter: [['list'], ['json', { outputFile: '../.cache/screens.json' }]],
})
