import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FromChild, Usage } from './peers/serve.ts'

/** A server in a process of its own. */
export interface ServerProcess<Ready> {
  /** Its message when it was ready. */
  ready: Ready
  usage(): Promise<Usage>
  /** Sends a message to a program that understands more than that, and answers the reply. */
  ask(message: string): Promise<unknown>
  stop(): Promise<void>
}

/** Starts a program of `peers/`, which runs `serve`. Throws when it ends before it is ready. */
export function startServer<Ready>(file: string, ...input: string[]): Promise<ServerProcess<Ready>> {
  return startServerWith({}, file, ...input)
}

/** The same with more variables in its environment. */
export async function startServerWith<Ready>(
  environment: Record<string, string>,
  file: string,
  ...input: string[]
): Promise<ServerProcess<Ready>> {
  const { env: ownEnv, execArgv } = products.has(file) ? await asStarted() : {}
  const env = { ...process.env, NODE_ENV: 'production', ...ownEnv, ...environment }
  const child = fork(fileURLToPath(new URL(`peers/${file}`, import.meta.url)), input, { env, execArgv })
  const ended = once(child, 'exit')
  const failed = ended.then(([code, signal]) => {
    throw new Error(`${file} ended (${String(signal ?? `code ${code}`)}).`)
  })
  failed.catch(() => {}) // nobody waits for it while the server is not asked anything
  const hear = async () => {
    const [message] = (await Promise.race([once(child, 'message'), failed])) as [FromChild<Ready>]
    return message
  }

  const first = await hear()
  if (!('ready' in first)) throw new Error(`${file} did not say that it is ready.`)
  return {
    ready: first.ready,
    async usage() {
      child.send('usage')
      const answer = await hear()
      if (!('usage' in answer)) throw new Error(`${file} did not say what it used.`)
      return answer.usage
    },
    ask(message) {
      child.send(message)
      return hear()
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Those of `peers/` that run Twofold. */
const products = new Set(['application.ts', 'ours.ts', 'watched.ts'])

/** `npm start` gives its server less memory than Node.js would, which costs time. Throws when the script is not understood. */
async function asStarted(): Promise<{ env: NodeJS.ProcessEnv; execArgv: string[] }> {
  const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } }
  const [, arenas, flag] = /env MALLOC_ARENA_MAX=(\d+) node (--max-semi-space-size=\d+) server/.exec(scripts.start) ?? []
  if (arenas === undefined || flag === undefined) throw new Error(`How "${scripts.start}" starts the server is not known.`)
  return { env: { MALLOC_ARENA_MAX: arenas }, execArgv: [flag] }
}
