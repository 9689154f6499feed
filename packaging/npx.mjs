#!/usr/bin/env node
/*
 * `npx @twofold/server`: serves, or runs the command that it is given. Runs on any Node.js that can read it, and goes on with the one that the
 * package brings where this one is too old: with the same arguments, and every signal passed on.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 24 || (major === 24 && minor >= 15)
const [command = 'serve'] = process.argv.slice(2)

/** The Node.js of an optional dependency; undefined where there is none for this platform. */
function findRuntime() {
  const name = process.platform === 'win32' ? 'win' : process.platform
  try {
    const folder = dirname(require.resolve(`node-${name}-${process.arch}/package.json`))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

const runtime = isNewEnough ? undefined : findRuntime()
process.env.NODE_ENV ||= 'production'
process.env.TWOFOLD_COMMAND ||= 'npx @twofold/server'
if (command === '--version') console.log(require('../package.json').version)
else if (isNewEnough) await import(command === 'serve' ? '../server/serve.mjs' : '../server/dist/cli.mjs')
else if (runtime === undefined) {
  console.error(`Twofold needs Node.js 24.15 or newer, and this is ${process.version}. Please install a newer one.`)
  process.exitCode = 1
} else {
  const child = spawn(runtime, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 9)))
}
