import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TestApp } from '../../testing/start-test-app.ts'
import { databaseUrl } from '../../platform/testing/database-url.ts'
import { testTimeoutMs } from '../../platform/testing/test-database.ts'

/** Of what a worker said, in the message about its end. */
const lastLines = 20

const script = join(import.meta.dirname, 'worker-process.ts')

/** Settings of a worker process: its environment, and a clock that showed `start` at the real time `startedAt`. */
export interface WorkerSettings {
  env: Record<string, string>
  clock: { start: number; startedAt: number; speed: number }
}

/** Workers for the database of `app`, in processes of their own. Their clock starts at the one of `app` and runs `speed` times as fast as a real one. */
export function startWorkerProcesses(app: TestApp, { speed = 1 }: { speed?: number } = {}) {
  const settings: WorkerSettings = {
    env: {
      DATABASE_URL: databaseUrl(app.connection),
      // As the application of a test: a busy machine must not end a worker that waits for its database.
      DATABASE_TIMEOUT_SECONDS: String(testTimeoutMs / 1000),
      DATA_DIR: app.config.dataDir,
      EMAIL_ALLOW_PRIVATE_HOSTS: app.config.emailAllowPrivateHosts.join(','),
    },
    clock: { start: app.clock.now(), startedAt: Date.now(), speed },
  }

  return {
    /** A process that has loaded everything and waits for a message to start: loading takes longer than the test. */
    async prepare() {
      const child = fork(script, [JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
      const ended = once(child, 'exit')
      async function kill() {
        child.kill('SIGKILL')
        await ended
      }
      onTestFinished(async ({ task }) => {
        await kill()
        if (task.result?.state === 'fail' && said !== '') console.log(`Worker ${child.pid} said:\n${said}`)
      })
      const isRunning = () => child.exitCode === null && child.signalCode === null
      const requireRunning = () => {
        if (isRunning()) return
        const how = child.signalCode ?? `code ${child.exitCode}`
        throw new Error(`A worker ended with ${how}. It said last:\n${said.split('\n').slice(-lastLines).join('\n')}`)
      }
      await Promise.race([once(child, 'message'), ended])
      requireRunning()
      return { start: () => void child.send('start'), kill, requireRunning }
    },
  }
}

export type WorkerProcess = Awaited<ReturnType<ReturnType<typeof startWorkerProcesses>['prepare']>>
