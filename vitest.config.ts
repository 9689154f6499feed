import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A test of the server waits for PostgreSQL more than it computes.
    maxWorkers: availableParallelism() + 1,
    // For a machine that others use as well: what hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'tools', root: 'tools', include: ['*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/platform/testing/postgres-global-setup.ts'],
          retry: 1,
          // Nouns are built by factories and keep nothing in their modules: the application is loaded once for each worker, not for each file.
          isolate: false,
        },
      },
      'web',
    ],
  },
})
