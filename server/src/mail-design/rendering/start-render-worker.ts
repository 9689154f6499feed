import { Worker } from 'node:worker_threads'

export interface WorkerKind {
  /** Gives way to requests where they want the same core. */
  isYielding: boolean
  megabytes: number
}

/** Source of the threads of `createRenderThread`, which also takes them back. */
export interface RenderWorkers {
  /** Answers one that is ready for its first task. */
  start(kind: WorkerKind): Promise<Worker>
  /** `isIdle`: it has answered every task. */
  end(worker: Worker, kind: WorkerKind, isIdle: boolean): Promise<void>
}

const youngMegabytes = 32

export const newRenderWorkers: RenderWorkers = {
  async start({ isYielding, megabytes }) {
    // Loaded here for good: the library of the inliner would otherwise go with the first thread that ends, and crash the process with the next.
    await import('@css-inline/css-inline')
    const { promise, resolve, reject } = Promise.withResolvers<Worker>()
    const made = new Worker(new URL('./render-worker.ts', import.meta.url), {
      name: 'twofold-render',
      env: {},
      execArgv: [],
      workerData: isYielding ? 'yielding' : 'prompt',
      resourceLimits: { maxOldGenerationSizeMb: megabytes - youngMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
    })
    made.once('message', () => resolve(made))
    made.once('error', reject)
    made.once('exit', () => reject(new Error('The thread that makes mails ended before it began.')))
    return promise
  },
  async end(worker) {
    await worker.terminate()
  },
}
