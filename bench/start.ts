import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from './median.ts'
import { printAims, printTable } from './print.ts'
import { megabytesOf, membersOf, type Memory } from './process-memory.ts'

/*
 * Measures `npm start` without changes, from the command to the line that says it is ready, compared with an empty program; and the
 * proportional set size of the server and its PostgreSQL, idle and while people sign in. Linux only. Programs that share the Node.js of the
 * repository make the server look smaller: run it while no other runs.
 */

const rounds = 7
const root = join(import.meta.dirname, '..')
const port = '39411'
/** Milliseconds until connections of the start are closed and V8 has tidied up. */
const settle = 30_000

export async function benchStart(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-bench-'))
  try {
    for (let warm = 0; warm < 2; warm++) await (await start(dataDir)).stop()
    const starts: number[] = []
    const empty: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now()
      spawnSync(process.execPath, ['-e', '0'])
      empty.push(performance.now() - begin)
      const run = await start(dataDir)
      starts.push(run.milliseconds)
      await run.stop()
    }
    const run = await start(dataDir)
    await pause(settle)
    const idle = await run.megabytes()
    const signIns = [await peakWhile(run, 4), await peakWhile(run, 16)]
    await run.stop()

    const [ready, nothing] = [median(starts), median(empty)]
    printTable(
      [`Second start, median of ${rounds}`, 'ms', 'node -e 0'],
      [['npm start, until ready', ready.toFixed(0), (ready / nothing).toFixed(1)]],
    )
    printTable(
      ['Proportional set size, MB', 'server', 'PostgreSQL'],
      [idle, ...signIns].map(({ server, postgres }, index) => [
        ['idle', 'at 4 sign-ins at once', 'at 16'][index] ?? '',
        server.toFixed(0),
        postgres.toFixed(0),
      ]),
    )
    const sum = ({ server, postgres }: Memory) => server + postgres
    printAims([
      { name: 'milliseconds from the command to ready', value: ready, atMost: 1000 },
      { name: 'MB when idle', value: sum(idle), atMost: 150 },
      { name: 'MB under 16 sign-ins at once', value: Math.max(...signIns.map(sum)), atMost: 400 },
    ])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function start(dataDir: string) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const settings = { DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', HIBP_URL: 'off', LOG_LEVEL: 'error' }
  const admin = { ADMIN_EMAIL: 'ann@example.org', ADMIN_PASSWORD: 'correct horse battery' }
  const begin = performance.now()
  const child = spawn('npm', ['start'], { cwd: root, env: { ...inherited, ...settings, ...admin }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('is ready at')) resolve()
      })
    }
    child.once('exit', () => reject(new Error(`npm start ended:\n${output}`)))
  })
  const milliseconds = performance.now() - begin
  const members = await membersOf(child.pid ?? 0)
  return {
    milliseconds,
    megabytes: () => megabytesOf(child.pid ?? 0, 'server/serve.mjs'),
    async stop() {
      child.kill('SIGTERM')
      while (members.some(({ pid }) => isAlive(pid))) await pause(20)
    },
  }
}

/** Peak memory while `people` unknown addresses try to sign in at once, three times each. Their passwords are hashed like real ones. */
async function peakWhile(run: Awaited<ReturnType<typeof start>>, people: number): Promise<Memory> {
  const peak: Memory = { server: 0, postgres: 0 }
  const over = new AbortController()
  const watch = async () => {
    while (!over.signal.aborted) {
      const now = await run.megabytes()
      if (now.server + now.postgres > peak.server + peak.postgres) Object.assign(peak, now)
      await pause(15)
    }
  }
  const watching = watch()
  const signIn = async (person: number) => {
    for (let turn = 0; turn < 3; turn++) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${people + person}` },
        body: JSON.stringify({ email: `person-${person}-${turn}-of-${people}@example.org`, password: 'not the password' }),
      })
      if (answer.status !== 422) throw new Error(`A sign-in was answered with ${answer.status}: ${await answer.text()}`)
    }
  }
  await Promise.all(Array.from({ length: people }, (_, person) => signIn(person)))
  over.abort()
  await watching
  return peak
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
