import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { blameOf, type RenderAnswer, type RenderRequest, renderTasks } from './render-tasks.ts'

/*
 * The rendering thread. It has no environment, no database and no key, and is terminated if a task takes too much.
 */

// Linux counts threads as processes here: requests come first, where they and a render want the same core. Elsewhere it would be the whole process.
if (workerData === 'yielding' && process.platform === 'linux') setPriority(10)

parentPort?.on('message', (request: RenderRequest) => post(perform(request)))
post('ready')

function post(message: RenderAnswer | 'ready'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

function perform({ name, input }: RenderRequest): RenderAnswer {
  try {
    const task = renderTasks[name] as (...input: unknown[]) => unknown
    return { output: task(...input) }
  } catch (error) {
    const refused = blameOf(error)
    return refused === undefined ? { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) } : { refused }
  }
}
