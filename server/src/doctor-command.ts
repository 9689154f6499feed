import { parseArgs } from 'node:util'
import { examine, type Finding } from './doctor.ts'
import { StartError } from './platform/start-error.ts'
import { commandLine } from './platform/command-line.ts'

const signs: Record<Finding['status'], string> = { good: 'good   ', warning: 'WARNING', broken: 'BROKEN ' }

/** `npm run doctor`: exit code 0 where all is well, 1 with warnings, 2 where something is broken. `--json` prints one object. */
export async function doctor(): Promise<void> {
  const isJson = readOptions(process.argv.slice(3))
  const checks = await examine(process.env)
  const status = (['broken', 'warning'] as const).find((one) => checks.some((check) => check.status === one)) ?? 'good'
  process.exitCode = { good: 0, warning: 1, broken: 2 }[status]
  if (isJson) return console.log(JSON.stringify({ status, checks }))
  const widest = Math.max(...checks.map(({ check }) => check.length))
  for (const { check, status: one, message } of checks) console.log(`${signs[one]}  ${check.padEnd(widest)}  ${message}`)
}

function readOptions(input: string[]): boolean {
  try {
    return parseArgs({ args: input, options: { json: { type: 'boolean', default: false } } }).values.json
  } catch {
    throw new StartError(`There is one option: ${commandLine('doctor', '--json')}`)
  }
}
