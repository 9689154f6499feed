import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../../..')

interface RunningProcess {
  pid: number
  parent: number
  group: number
  command: string
}

/** Every process of this machine. */
function listProcesses(): RunningProcess[] {
  const lines = execFileSync('ps', ['-e', '-ww', '-o', 'pid=,ppid=,pgid=,stat=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, group, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), group: Number(group), command }]
  })
}

/** `pid` and everything that it started, and that started in turn. */
function descendantsOf(pid: number): RunningProcess[] {
  const all = listProcesses()
  const below = (parent: number): RunningProcess[] => all.flatMap((found) => (found.parent === parent ? [found, ...below(found.pid)] : []))
  return [...all.filter((found) => found.pid === pid), ...below(pid)]
}

export interface NpmRun {
  npm: number
  /** npm's child process: its shell, or the program that replaced it. */
  shell: number
  server: number
  /** The database server. */
  postgres: number
  /** Process group of npm. */
  group: number
  output: () => string
  exited: Promise<number | null>
  /** Command lines of those that still run. */
  running: () => string[]
}

export interface NpmRunOptions {
  script?: string
  shell?: string
  env: Record<string, string>
  /** Part of the command line of the program that serves. */
  serves?: string
}

/** `npm start` in a process group of its own, as a terminal or a service manager would; resolves when it says that it is ready. */
export async function runNpm({ script = 'start', shell = '/bin/dash', env, serves = 'server/serve.mjs' }: NpmRunOptions): Promise<NpmRun> {
  // The variables of an npm that runs the tests would speak for this one.
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const child = spawn('npm', ['run', script], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, NODE_ENV: '', HOST: '127.0.0.1', npm_config_script_shell: shell, npm_config_update_notifier: 'false', ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  let seen: RunningProcess[] = []
  onTestFinished(() => {
    for (const { pid, command } of listProcesses()) {
      if (seen.some((process) => process.pid === pid && process.command === command)) process.kill(pid, 'SIGKILL')
    }
  })
  while (!/is ready at/.test(text)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`npm ended before it was ready:\n${text}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const npm = child.pid ?? 0
  seen = descendantsOf(npm)
  const find = (fits: (found: RunningProcess) => boolean) => seen.findLast(fits)?.pid ?? 0
  const isNode = ({ command }: RunningProcess) => /^\S*node\b/.test(command)
  return {
    npm,
    shell: find(({ parent }) => parent === npm),
    server: find((found) => isNode(found) && found.command.includes(serves)),
    postgres: find(({ command }) => command.includes('cluster_name=twofold')),
    group: seen[0]?.group ?? 0,
    output: () => text,
    exited,
    running: () =>
      listProcesses().flatMap(({ pid, command }) =>
        seen.some((one) => one.pid === pid && one.command === command) ? [command.slice(0, 80)] : [],
      ),
  }
}

export interface LoadResult {
  /** Requests with a whole answer. */
  answered: number
  /** Names that were answered with 201. */
  acknowledged: string[]
  /** Connections refused: nothing was sent. */
  refused: number
  /** Anything else: a request that was sent and not answered. */
  cut: string[]
}

interface Answer {
  status: number
  body: string
}

function ask(url: string, token: string, body: object | undefined, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    }
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

/**
 * Reads and writes side by side on connections that stay open, and on a new one for each request, until the server refuses connections.
 * Every request counts: it is answered whole, or it never reached anybody.
 */
export function loadServer(url: string, tokens: string[]): { result: Promise<LoadResult>; answered: () => number; end: () => void } {
  const result: LoadResult = { answered: 0, acknowledged: [], refused: 0, cut: [] }
  const over = new AbortController()
  async function work(token: string, index: number, keepAlive: boolean) {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    // Connections in the kernel's queue when the server stopped listening are reset, unseen by the server: from then on nothing is answered.
    let queued: string | undefined
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const isWrite = turn % 2 === 0
      const name = `${index}-${keepAlive ? 'kept' : 'new'}-${process.hrtime.bigint()}`
      const from = performance.now()
      try {
        const { status, body } = isWrite
          ? await ask(`${url}/api/keys`, token, { name, secret: 'GEZDGNBVGY3TQOJQ' }, agent)
          : await ask(`${url}/api/keys/generate-codes`, token, undefined, agent)
        JSON.parse(body) // all of it came
        result.answered += 1
        if (queued !== undefined) result.cut.push(queued)
        queued = undefined
        if (isWrite && status === 201) result.acknowledged.push(name)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code === 'ECONNREFUSED') {
          result.refused += 1
          break
        }
        const cut = `${isWrite ? 'write' : 'read'}, ${keepAlive ? 'kept' : 'new'} connection: ${code ?? message}`
        if (code === 'ECONNRESET' && !keepAlive && queued === undefined) queued = cut
        else result.cut.push(cut)
      }
      // Under the limit of calls a minute, or most answers would be 429.
      const rest = 40 - (performance.now() - from)
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    }
    agent.destroy()
  }
  const workers = tokens.flatMap((token, index) => [work(token, index, true), work(token, index, false)])
  return {
    result: Promise.all(workers).then(() => result),
    answered: () => result.answered,
    end: () => over.abort(),
  }
}
