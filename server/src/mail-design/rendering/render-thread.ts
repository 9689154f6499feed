import type { Worker } from 'node:worker_threads'
import { speak, spokenElsewhere, type Spoken } from '../../platform/spoken.ts'
import type { Log } from '../../platform/log.ts'
import { TemplateError } from '../markup/template-error.ts'
import type { RenderAnswer, RenderRequest } from './render-tasks.ts'
import { newRenderWorkers, type RenderWorkers } from './start-render-worker.ts'

export interface RenderBudget {
  /** The thread's own processor time, so that a busy machine refuses no template. */
  cpuMilliseconds: number
  /** Wall-clock limit, for time that the processor does not count. */
  longestMilliseconds: number
  megabytes: number
  /** Idle time after which a thread ends. */
  idleMilliseconds: number
}

export const usualBudget: RenderBudget = { cpuMilliseconds: 2000, longestMilliseconds: 30_000, megabytes: 256, idleMilliseconds: 30_000 }

/** Thrown where a template was stopped; it would be again. */
export class BudgetError extends TemplateError {
  override name = 'BudgetError'
}

const lookEvery = 200

/** A thread that lives while it has work and a little longer. Does one task at a time. */
export function createRenderThread(deps: { log: Log; budget: RenderBudget; isYielding: boolean; workers?: RenderWorkers | undefined }) {
  const { budget, log, isYielding, workers = newRenderWorkers } = deps
  const kind = { isYielding, megabytes: budget.megabytes }
  let isIdle = true
  let started: Promise<Worker> | undefined
  let idle: NodeJS.Timeout | undefined

  const forget = () => {
    started = undefined
  }

  function start(): Promise<Worker> {
    const starting = workers.start(kind)
    starting.then((worker) => worker.once('exit', forget), forget)
    return starting
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = started
    const wasIdle = isIdle
    started = undefined
    // Includes a thread that is still starting.
    await ended?.then(
      (worker) => workers.end(worker.off('exit', forget), kind, wasIdle),
      () => {},
    )
  }

  async function answerTo(request: RenderRequest): Promise<RenderAnswer> {
    clearTimeout(idle)
    isIdle = false
    try {
      const thread = await (started ??= start())
      thread.ref()
      return await perform(thread, request, budget, end).finally(() => thread.unref())
    } finally {
      isIdle = true
      idle = setTimeout(() => void end(), budget.idleMilliseconds)
      idle.unref()
    }
  }

  return {
    /** Throws `TemplateError` where what it reads is to blame, `BudgetError` where it had to be stopped. */
    async run(request: RenderRequest): Promise<unknown> {
      const answer = await answerTo(request)
      if ('output' in answer) return answer.output
      if ('refused' in answer) throw new TemplateError(spokenElsewhere(answer.refused))
      log.error({ task: request.name, stack: answer.failed }, 'a template made its check or its mail fail')
      throw new TemplateError(speak('markup.unusable'))
    },
    end,
  }
}

export type RenderThread = ReturnType<typeof createRenderThread>

/** Has the thread do one task, and ends the thread where that takes more than the budget. */
function perform(thread: Worker, request: RenderRequest, budget: RenderBudget, end: () => Promise<void>): Promise<RenderAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderAnswer>()
  const begin = performance.now()
  let base: { user: number; system: number } | undefined
  let isLooking = false
  const stop = (why: Spoken) => {
    reject(new BudgetError(why))
    void end()
  }
  const tooLong = speak('markup.takes_long', { seconds: String(budget.cpuMilliseconds / 1000) })
  const watch = setInterval(() => {
    if (performance.now() - begin > budget.longestMilliseconds) return stop(tooLong)
    if (isLooking) return
    isLooking = true
    void thread.cpuUsage(base).then(
      (used) => {
        isLooking = false
        // The first measurement covers all tasks since the thread began.
        if (base === undefined) base = used
        else if ((used.user + used.system) / 1000 + lookEvery > budget.cpuMilliseconds) stop(tooLong)
      },
      () => {}, // it has just ended
    )
  }, lookEvery)
  const onError = (error: Error & { code?: string }) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new BudgetError(speak('markup.takes_memory', { megabytes: String(budget.megabytes) }))
        : error,
    )
  const onExit = () => reject(new Error('The thread that makes mails has ended.'))
  thread.once('message', resolve)
  thread.once('error', onError)
  thread.once('exit', onExit)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(request)
  return promise.finally(() => {
    clearInterval(watch)
    thread.off('message', resolve)
    thread.off('error', onError)
    thread.off('exit', onExit)
  })
}
