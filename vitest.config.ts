import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './tools/memory-folder.ts'

keepTemporaryFilesInMemory()

const common = {
  // Milliseconds, for a machine that others use as well: what hangs is found all the same.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 100_000 } },
  setupFiles: [join(import.meta.dirname, 'tools/keep-compiled.ts')],
}

const native = {
  ...common,
  // Nothing keeps state in its modules, nouns are built by factories: modules are loaded once for each worker, not for each file.
  isolate: false,
  // Node.js loads the modules itself, as it does in the product. In Vite's runner every use of an import goes through a getter.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

export default defineConfig({
  test: {
    // The compiler is asked for the types of all rows then (server/src/testing/rows).
    teardownTimeout: 120_000,
    // A test of the server waits for PostgreSQL more than it computes.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { ...native, name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      { test: { ...native, name: 'client', root: 'client', include: ['src/**/*.test.ts'] } },
      {
        // The client as it is written, not as it is packed.
        ssr: { resolve: { conditions: ['twofold-source', 'module', 'node', 'import', 'default'] } },
        test: { ...common, name: 'extension', root: 'extension', include: ['src/**/*.test.ts'] },
      },
      { test: { ...native, name: 'tools', root: 'tools', include: ['**/*.test.ts'] } },
      {
        test: {
          ...native,
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/postgres-global-setup.ts'],
          setupFiles: [...common.setupFiles, 'src/testing/rows/note-rows.ts'],
        },
      },
      'web',
      'web/vitest.components.config.ts',
    ],
  },
})
