import type { Group } from '../providers/choose-provider.ts'
import { createHandOverTurns } from './hand-over-turns.ts'
import { createLanes, type Lanes } from './urgency-lanes.ts'
import type { QueueRepository } from './queue.repository.ts'

/**
 * E-mails in progress at once per provider. Few, since their final dots are sent one after the other. Urgent e-mail has lanes of its own, so that a
 * provider that delays notices still has a connection for a password reset.
 */
export const lanesPerProvider = { urgent: 3, other: 2 } as const satisfies Record<Group, number>

/** Batch size of a fast stream. A slow one claims fewer, since more urgent e-mail cannot overtake claimed e-mail. */
const largestBatch = 40

/** Milliseconds within which a batch should have begun its last e-mail. */
const briskBatch = 500

/** One worker's state for one provider. */
export interface Channel {
  handingOver: ReturnType<typeof createHandOverTurns>
  lanes: Record<Group, Lanes>
  batchSize: Record<Group, BatchSize>
  /** Accepted e-mails not yet counted, if there is no limit. */
  uncounted: number
}

/** One channel per provider, so that a slow provider does not delay the others' e-mail. */
export function createChannels(queue: Pick<QueueRepository, 'begin' | 'accept' | 'acceptAndBegin'>) {
  const channels = new Map<string, Channel>()
  return {
    of(providerId: string): Channel {
      const known = channels.get(providerId)
      if (known !== undefined) return known
      const { urgent, other } = lanesPerProvider
      const channel: Channel = {
        handingOver: createHandOverTurns(queue),
        lanes: { urgent: createLanes(urgent), other: createLanes(other) },
        batchSize: { urgent: createBatchSize(urgent), other: createBatchSize(other) },
        uncounted: 0,
      }
      channels.set(providerId, channel)
      return channel
    },
    /** Takes the counts, by provider. */
    takeCounts(): [string, number][] {
      const counts = [...channels].flatMap(([id, { uncounted }]): [string, number][] => (uncounted > 0 ? [[id, uncounted]] : []))
      for (const channel of channels.values()) channel.uncounted = 0
      return counts
    },
  }
}

/** Adapts the batch size: doubled while full batches are fast, halved when one is slow. */
function createBatchSize(least: number) {
  let size = least
  return {
    get: () => size,
    note(taken: number, milliseconds: number): void {
      if (milliseconds > briskBatch) size = Math.max(least, Math.floor(size / 2))
      else if (taken >= size) size = Math.min(largestBatch, size * 2)
    },
  }
}
type BatchSize = ReturnType<typeof createBatchSize>
