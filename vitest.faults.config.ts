import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './tools/memory-folder.ts'

keepTemporaryFilesInMemory()

/** `npm run faults`: what takes minutes to show. The same with smaller numbers is in `npm test`. */
export default defineConfig({
  test: {
    root: 'server',
    include: ['src/**/*.faults.ts'],
    globalSetup: ['src/testing/postgres-global-setup.ts'],
    testTimeout: 30 * 60_000,
  },
})
