#!/usr/bin/env node
// Runs on the Node.js of the machine (20 or newer), before anything is installed: no dependency, no type stripping.
import { createRequire } from 'node:module'
import { ensureBuilt, ensureBundled } from './build.mjs'
import { check } from './check.mjs'
import { explainFailure } from './explain-failure.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode, hand, handToBoth, requireNode, root, Sentence, step } from './process.mjs'
import { test, walkScreens } from './test.mjs'

const [command = '', ...input] = process.argv.slice(2)
const production = { NODE_ENV: 'production', NODE_COMPILE_CACHE: `${root}.cache/node-compile` }
/** Commands that need no more than what serves. */
const serving = new Set(['prepare', 'demo', 'build', 'backup', 'drill', 'restore', 'migrate', 'admin', 'audit', 'doctor', 'rotate-keys'])

/** Each answers its exit code. @type {Record<string, () => Promise<number>>} */
const commands = {
  // npm's shell replaces itself with the server afterwards, so that nothing but npm waits while it serves.
  prepare: async () => {
    findNode()
    return (await ensureBuilt()) || ensureBundled()
  },
  demo: async () => (await ensureBuilt()) || hand(['server/src/cli.ts', 'demo', ...input], production),
  backup: () => hand(['server/src/cli.ts', 'backup', ...input], production),
  drill: () => hand(['server/src/cli.ts', 'drill', ...input], production),
  restore: () => hand(['server/src/cli.ts', 'restore', ...input], production),
  migrate: () => hand(['server/src/cli.ts', 'migrate', ...input], production),
  admin: () => hand(['server/src/cli.ts', 'admin', ...input], production),
  audit: () => hand(['server/src/cli.ts', 'audit', ...input], production),
  doctor: () => hand(['server/src/cli.ts', 'doctor', ...input], production),
  'rotate-keys': () => hand(['server/src/cli.ts', 'rotate-keys', ...input], production),
  'db:types': () => hand(['server/scripts/generate-database-types.ts']),
  operations: async () =>
    (await step(findNode(), ['server/scripts/list-operations.ts'])) ||
    (await step(findNode(), ['tools/call-errors/call-errors.ts', '--write'])) ||
    hand(['client/scripts/generate.ts']),
  packages: () => hand(['tools/pack-programs.ts', ...input]),
  configuration: () => hand(['server/scripts/write-configuration.ts']),
  dev: () =>
    handToBoth(
      { list: ['--watch', 'server/src/main.ts', ...input], environment: { NODE_ENV: 'development' } },
      { list: [viteProgram(), '--clearScreen', 'false'], environment: {}, folder: 'web' },
    ),
  build: async () => (await ensureBuilt()) || ensureBundled(),
  check,
  test: async () => (await ensureBuilt()) || (await ensureBundled()) || test(input),
  icons: () => hand(['web/draw-icons.ts']),
  screens: async () => (await ensureBuilt()) || (await ensureBundled()) || walkScreens(input),
  pictures: async () =>
    (await ensureBuilt()) ||
    (await ensureBundled()) ||
    hand(['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/screens.config.ts', 'readme-pictures'], {
      README_PICTURES: '1',
    }),
  faults: async () =>
    (await ensureBuilt()) || (await ensureBundled()) || step('vitest', ['run', '--config', 'vitest.faults.config.ts', ...input]),
  'import-check': () => hand(['web/import-check.ts', ...input]),
  release: async () => (await ensureBuilt()) || (await ensureBundled()) || hand(['tools/release/main.ts', ...input]),
  mutants: () => hand(['tools/mutants/main.ts', ...input]),
  bench: async () => (await ensureBuilt()) || hand(['bench/main.ts', ...input], { NODE_ENV: 'production' }),
}

function viteProgram() {
  return createRequire(import.meta.url)
    .resolve('vite/package.json')
    .replace('package.json', 'bin/vite.js')
}

try {
  const run = commands[command]
  if (!run) throw new Sentence(`There is no command ${command}. There are: ${Object.keys(commands).join(', ')}.`)
  requireNode()
  await ensureInstalled({ everything: !serving.has(command) })
  process.exitCode = await run()
} catch (error) {
  const sentence = error instanceof Sentence ? error.message : explainFailure(String(error))
  if (sentence === undefined) throw error
  console.error(sentence)
  process.exitCode = 1
}
