import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { defineProject } from 'vitest/config'

// The macros would look for it where the tests are started from.
env['LINGUI_CONFIG'] = join(import.meta.dirname, 'lingui.config.ts')

export default defineProject({
  // The texts of what is tested are written with macros, as everywhere.
  plugins: [babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] })],
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: ['src/**/*.component.test.tsx'],
    setupFiles: ['src/testing/english-again.ts'],
    // The server's limits: a busy machine must not fail a test.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    // Tests reset what keeps state in its module, so that each worker loads its modules once.
    isolate: false,
    // The server's number (../vitest.config.ts): with another one these projects would run after it, and alone.
    maxWorkers: availableParallelism() + 1,
  },
})
