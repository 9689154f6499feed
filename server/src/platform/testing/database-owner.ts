import { once } from 'node:events'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { PostgresConnection } from '../embedded-postgres/embedded-postgres.ts'

type Started = { connection: PostgresConnection; owner: PostgresConnection; pid: number; refused?: never } | { refused: string }

interface Owner {
  started: Started
  end(signal: NodeJS.Signals): Promise<void>
}

const script = path.join(import.meta.dirname, 'database-owner-process.ts')

/** Starts a process that owns the database in `dataDir`; it ends with the test at the latest. */
export async function startOwner(dataDir: string, options: { uid?: number; gid?: number; script?: string } = {}): Promise<Owner> {
  const { script: file = script, ...user } = options
  const child = spawn(process.execPath, [file, dataDir], { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  onTestFinished(() => end('SIGTERM'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const { value } = (await lines.next()) as { value?: string }
  if (value === undefined) throw new Error('The owner ended without a word.')
  return { started: JSON.parse(value) as Started, end }
}
