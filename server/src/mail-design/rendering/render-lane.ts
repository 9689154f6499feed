import { fail } from '../../platform/fail.ts'
import type { RenderRequest } from './render-tasks.ts'
import type { RenderThread } from './render-thread.ts'

/** Tasks of one person that may wait. */
const waitingMax = 50

interface Waiting {
  request: RenderRequest
  settle: PromiseWithResolvers<unknown>
}

/** A few threads shared by many people: each has one task under way at a time, and those who wait take turns. */
export function createRenderLane(options: { threads: number; create: () => RenderThread }) {
  const idle: RenderThread[] = []
  const all: RenderThread[] = []
  const queues = new Map<string, Waiting[]>()
  const busy = new Set<string>()
  let isStopped = false

  function next(): void {
    for (const [person, queue] of queues) {
      if (busy.has(person)) continue
      const thread = idle.pop() ?? grow()
      if (thread === undefined) return
      const [task, ...rest] = queue
      queues.delete(person)
      // Moved to the end, so that the person who has waited longest is next.
      if (rest.length > 0) queues.set(person, rest)
      if (task !== undefined) void perform(person, thread, task)
      else idle.push(thread)
    }
  }

  function grow(): RenderThread | undefined {
    if (all.length >= options.threads) return undefined
    const thread = options.create()
    all.push(thread)
    return thread
  }

  async function perform(person: string, thread: RenderThread, { request, settle }: Waiting): Promise<void> {
    busy.add(person)
    try {
      settle.resolve(await thread.run(request))
    } catch (error) {
      settle.reject(error)
    } finally {
      busy.delete(person)
      idle.push(thread)
      next()
    }
  }

  return {
    async run(person: string, request: RenderRequest): Promise<unknown> {
      const queue = queues.get(person) ?? []
      if (isStopped || queue.length >= waitingMax) throw fail('server.busy')
      const settle = Promise.withResolvers<unknown>()
      queues.set(person, [...queue, { request, settle }])
      next()
      return settle.promise
    },
    async stop(): Promise<void> {
      isStopped = true
      for (const queue of queues.values()) for (const { settle } of queue) settle.reject(fail('server.busy'))
      queues.clear()
      await Promise.all(all.map((thread) => thread.end()))
    },
  }
}
