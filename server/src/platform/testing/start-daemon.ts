import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answers } from './ports.ts'

interface Daemon extends Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> {
  program: string
  args: string[]
  port: number
  startsWithinMs: number
}

/** A program of this machine that listens on `port`, from when on it does. */
export async function startDaemon({ program, args, port, startsWithinMs, ...options }: Daemon) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  const until = performance.now() + startsWithinMs
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop()
      throw new Error(`${basename(program)} does not listen:\n${output}`)
    }
    await pause(50)
  }
  return { output: () => output, stop }
}
