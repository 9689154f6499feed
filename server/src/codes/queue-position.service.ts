import { fail } from '../platform/fail.ts'
import type { QueueState, TakeRow } from './takes.repository.ts'
import type { TakesServiceDeps } from './takes.service.ts'

/** How the queue of a key stands. */
export function createTakeQueues(deps: TakesServiceDeps) {
  const takes = deps.takes(deps.db)

  async function findQueue(row: TakeRow): Promise<QueueState> {
    const queue = await takes.findQueue(row.key_id, row, row.seq)
    if (queue === undefined) throw fail('keys.not_found')
    return queue
  }

  return { findQueue }
}

export type TakeQueues = ReturnType<typeof createTakeQueues>
