import { parseArgs } from 'node:util'
import { examine, type Finding } from './doctor.ts'
import { commandLine } from './platform/command-line.ts'
import { readConfig } from './platform/config.ts'
import { InputError } from './platform/input-error.ts'
import { waitUntilReady } from './ready.ts'

const signs: Record<Finding['status'], string> = { good: 'good   ', warning: 'WARNING', broken: 'BROKEN ' }

/**
 * `npm run doctor`: exit code 0 where all is well, 1 with warnings, 2 where something is broken. `--json` prints one object. With
 * `--wait-ready` it only waits until this node serves, for services that were just started.
 */
export async function doctor(): Promise<void> {
  const { isJson, seconds } = readOptions(process.argv.slice(3))
  if (seconds !== undefined) return await waitFor(seconds)
  const checks = await examine(process.env)
  const status = (['broken', 'warning'] as const).find((one) => checks.some((check) => check.status === one)) ?? 'good'
  process.exitCode = { good: 0, warning: 1, broken: 2 }[status]
  if (isJson) return console.log(JSON.stringify({ status, checks }))
  const widest = Math.max(...checks.map(({ check }) => check.length))
  for (const { check, status: one, message } of checks) console.log(`${signs[one]}  ${check.padEnd(widest)}  ${message}`)
}

async function waitFor(seconds: number) {
  if (await waitUntilReady(readConfig(process.env), seconds)) return
  process.exitCode = 2
  console.error(`Twofold did not become ready within ${seconds} seconds. Its log says why; ${commandLine('doctor')} looks for the cause.`)
}

const options = { json: { type: 'boolean', default: false }, 'wait-ready': { type: 'string' } } as const

function readOptions(input: string[]) {
  try {
    const { json: isJson, 'wait-ready': given } = parseArgs({ args: input, options }).values
    if (given === undefined) return { isJson, seconds: undefined }
    if (/^[1-9]\d{0,3}$/.test(given)) return { isJson, seconds: Number(given) }
  } catch {
    // An option that there is not.
  }
  throw new InputError(`There are two options: ${commandLine('doctor', '--json')} and ${commandLine('doctor', '--wait-ready SECONDS')}`)
}
