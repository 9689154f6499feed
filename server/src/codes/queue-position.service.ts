import { fail } from '../platform/fail.ts'
import type { QueueState, TakeRow } from './takes.repository.ts'
import type { TakesServiceDeps } from './takes.service.ts'

/** Finds a take's place in the queue of its key. */
export function createQueuePosition(deps: TakesServiceDeps) {
  const takes = deps.takes(deps.db)

  async function findQueue(row: TakeRow): Promise<QueueState> {
    const queue = await takes.findQueue(row.key_id, row, row.seq)
    if (queue === undefined) throw fail('keys.not_found')
    return queue
  }

  return { findQueue }
}

export type QueuePosition = ReturnType<typeof createQueuePosition>
