import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findPort } from '../platform/testing/ports.ts'

const readyWithinMs = 180_000
const lookEveryMs = 200

/** Starts in `program` (by default this checkout's server) with `env`, and answers when it is ready. It ends with the test at the latest. */
export async function startNodeProcess(
  env: Record<string, string>,
  program: string[] = [process.execPath, join(import.meta.dirname, '../main.ts')],
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-node-'))
  const port = env['PORT'] ?? String(await findPort())
  const url = `http://127.0.0.1:${port}`
  const [file = '', ...list] = program
  let output = ''
  const child: ChildProcess = spawn(file, list, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', DATA_DIR: dataDir, ...env, PORT: port },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit') as Promise<[number | null]>
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  onTestFinished(async () => {
    if (!hasEnded()) child.kill('SIGKILL')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  })
  const until = performance.now() + readyWithinMs
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isReady())) {
    if (hasEnded() || performance.now() > until) throw new Error(`The node did not become ready:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  return {
    url,
    port,
    output: () => output,
    /** As a service manager does it. Answers the exit code. */
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}
