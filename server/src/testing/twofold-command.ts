import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { bareEnvironment } from './bare-environment.ts'

const workspace = join(import.meta.dirname, '../../../cli')
let built: string | undefined

/** The program as it is packed, built once for all tests of a process. */
function buildCommand(): string {
  if (built === undefined) {
    built = mkdtempSync(join(tmpdir(), 'twofold-command-'))
    execFileSync(process.execPath, [join(workspace, 'scripts/build.ts'), join(built, 'dist')])
    process.once('exit', () => execFileSync('rm', ['-rf', built ?? '']))
  }
  return join(built, 'dist/twofold.mjs')
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ReturnType<typeof spawn>
  /** Waits until this stands on stderr, or on stdout; answers what the pattern has in brackets. */
  says: (pattern: RegExp) => Promise<string>
  ended: Promise<Ended>
}

/** A machine of its own: a home folder, and the program run there as a child process. */
export async function startMachine(environment: Record<string, string> = {}) {
  const program = buildCommand()
  const home = await mkdtemp(join(tmpdir(), 'twofold-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const env = { ...bareEnvironment(), HOME: home, TWOFOLD_CONFIG_DIR: join(home, 'twofold'), ...environment }

  function start(list: readonly string[], more: Record<string, string> = {}): Running {
    return follow(spawn(process.execPath, [program, ...list], { env: { ...env, ...more }, cwd: home }))
  }
  return {
    home,
    credentials: join(home, 'twofold/credentials.json'),
    program,
    start,
    /** Runs the program to its end; `input` is piped in. */
    async run(
      list: readonly string[],
      { input = '', env: more = {} }: { input?: string; env?: Record<string, string> } = {},
    ): Promise<Ended> {
      const { child, ended } = start(list, more)
      child.stdin?.on('error', () => {})
      child.stdin?.end(input)
      return ended
    },
    /** The same at a terminal, where what is asked is typed; what the program prints comes as one. */
    atTerminal: (list: readonly string[], more: Record<string, string> = {}): Running =>
      type([process.execPath, program, ...list].map((word) => `'${word}'`).join(' '), more),
    /** A line of a shell, at a terminal. */
    typeAt: type,
  }

  function type(line: string, more: Record<string, string> = {}): Running {
    return follow(spawn('script', ['-qec', line, '/dev/null'], { env: { ...env, ...more }, cwd: home }))
  }
}

function follow(child: ReturnType<typeof spawn>): Running {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const says = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(stderr + stdout)
      if (found !== null) return found[1] ?? found[0]
      const more = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'data')] : []))
      await Promise.race([...more, ended.then(() => Promise.reject(new Error(`It ended without saying ${pattern}: ${stdout}${stderr}`)))])
    }
  }
  return { child, says, ended }
}
