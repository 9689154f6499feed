import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** Takes pictures of the screens for people to look at; asserts nothing, and is therefore no part of the tests. */
export default defineConfig({ ...tests, testMatch: '**/*.shots.ts', reporter: 'list' })
