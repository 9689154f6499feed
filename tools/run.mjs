#!/usr/bin/env node
// Runs on the Node.js of the machine (20 or newer), before anything is installed: no dependency, no type stripping.
import { createRequire } from 'node:module'
import { ensureBuilt } from './build.mjs'
import { check } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { hand, handToBoth, root, Sentence, step } from './process.mjs'
import { test, walkScreens } from './test.mjs'

const [command = 'start', ...input] = process.argv.slice(2)
const serving = { NODE_ENV: 'production', NODE_COMPILE_CACHE: `${root}.cache/node-compile` }

/** Each answers its exit code. @type {Record<string, () => Promise<number>>} */
const commands = {
  start: async () => (await ensureBuilt()) || hand(['server/src/main.ts', ...input], serving),
  demo: async () => (await ensureBuilt()) || hand(['server/src/cli.ts', 'demo', ...input], serving),
  backup: () => hand(['server/src/cli.ts', 'backup', ...input], serving),
  restore: () => hand(['server/src/cli.ts', 'restore', ...input], serving),
  'rotate-keys': () => hand(['server/src/cli.ts', 'rotate-keys', ...input], serving),
  'db:types': () => hand(['server/scripts/generate-database-types.ts']),
  dev: () =>
    handToBoth(
      { list: ['--watch', 'server/src/main.ts', ...input], environment: { NODE_ENV: 'development' } },
      { list: [viteProgram(), '--clearScreen', 'false'], environment: {}, folder: 'web' },
    ),
  build: () => ensureBuilt(),
  check,
  test: async () => (await ensureBuilt()) || test(input),
  screens: async () => (await ensureBuilt()) || walkScreens(input),
  faults: async () => (await ensureBuilt()) || step('vitest', ['run', '--config', 'vitest.faults.config.ts', ...input]),
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
  process.exitCode = (await ensureInstalled()) || (await run())
} catch (error) {
  if (!(error instanceof Sentence)) throw error
  console.error(error.message)
  process.exitCode = 1
}
