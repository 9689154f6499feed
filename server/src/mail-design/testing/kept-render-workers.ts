import type { Worker } from 'node:worker_threads'
import { newRenderWorkers, type RenderWorkers, type WorkerKind } from '../rendering/start-render-worker.ts'

const kept = new Map<string, Set<Worker>>()

/**
 * Threads for the applications of all tests of a process: one that has nothing to do goes on to the next application that asks. Starting
 * one loads all that e-mails are made with, which takes more processor time than most tests.
 */
export const keptRenderWorkers: RenderWorkers = {
  async start(kind) {
    const idle = keptOf(kind)
    for (const worker of idle) {
      idle.delete(worker)
      return worker
    }
    const worker = await newRenderWorkers.start(kind)
    worker.once('exit', () => idle.delete(worker))
    return worker
  },
  async end(worker, kind, isIdle) {
    if (!isIdle) return newRenderWorkers.end(worker, kind, isIdle)
    worker.unref()
    keptOf(kind).add(worker)
  },
}

function keptOf({ isYielding, megabytes }: WorkerKind): Set<Worker> {
  const name = `${isYielding} ${megabytes}`
  const found = kept.get(name) ?? new Set()
  kept.set(name, found)
  return found
}
