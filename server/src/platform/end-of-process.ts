import type { Log } from './log.ts'

/** A service manager signals every process, and npm and the runner pass theirs on: within these milliseconds it is the same signal. */
const sameSignalMs = 2000

/** Milliseconds between two looks whether the starter is still there. */
const starterCheckMs = 500

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const

/** The work before the process ends, and its time limit. */
export interface Ending {
  stop: () => Promise<void>
  mostMs: number
}

/**
 * Ends the process in good order after a signal, an unexpected error, or the end of the process that started it: npm, or one that holds the
 * other end of an IPC channel. Exit code 0, or 1 after an error and when `stop` takes too long. A second signal, two seconds
 * or more after the first, ends it at once. To be called before anything is started; `endWith` is called when there is something to stop.
 */
export function watchForEnd(): { endWith: (ending: Ending, log: Pick<Log, 'info' | 'error' | 'fatal'>) => void } {
  const { promise: asked, resolve: ask } = Promise.withResolvers<{ reason: string; error?: unknown }>()
  let firstAt: number | undefined

  function begin(why: { reason: string; error?: unknown }) {
    firstAt ??= performance.now()
    ask(why)
  }
  for (const signal of signals) {
    process.on(signal, () => {
      if (firstAt === undefined) return begin({ reason: signal })
      if (performance.now() - firstAt < sameSignalMs) return
      console.error(`A second ${signal}: ending at once.`)
      process.exit(1)
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (firstAt === undefined) return begin({ reason: event, error })
      console.error(error)
      process.exit(1)
    })
  }
  const starterIsGone = () => begin({ reason: 'the process that started this one is gone' })
  if (process.connected) process.on('disconnect', starterIsGone)
  if (process.env.npm_lifecycle_event !== undefined) watchStarter(starterIsGone)

  return {
    endWith({ stop, mostMs }, log) {
      void asked.then(async ({ reason, error }) => {
        if (error === undefined) log.info({ signal: reason }, 'stopping')
        else log.fatal({ err: error }, 'stopping after an unexpected error')
        setTimeout(() => {
          log.error(`not stopped within ${mostMs} ms`)
          process.exit(1)
        }, mostMs)
        try {
          await stop()
        } catch (failure) {
          log.error({ err: failure }, 'could not stop in good order')
          process.exit(1)
        }
        process.exit(error === undefined ? 0 : 1)
      })
    },
  }
}

/** npm may die without passing its signal on; then its children belong to another process. */
function watchStarter(onGone: () => void): void {
  const starter = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === starter) return
    clearInterval(timer)
    onGone()
  }, starterCheckMs)
  timer.unref()
}
