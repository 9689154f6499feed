import type { Group } from '../providers/choose-provider.ts'
import { createHandOverTurns } from './hand-over-turns.ts'
import { createLanes } from './lanes.ts'
import type { Lanes } from './lanes.ts'
import type { QueueRepository } from './queue.repository.ts'

/**
 * Mails under way at once through one provider. Few, since their final dots go one after the other. Urgent mail has lanes of its own, so that
 * a provider that keeps notices waiting still has a connection for a password reset.
 */
export const lanesPerProvider = { urgent: 3, other: 2 } as const satisfies Record<Group, number>

/** Mails claimed at once by a stream that is quick. One that is slow claims fewer: what it has claimed, more urgent mail cannot overtake. */
const largestBatch = 40

/** Milliseconds that a batch should take until its last mail has begun. */
const briskBatch = 500

/** What one worker has for one provider. */
export interface Channel {
  handingOver: ReturnType<typeof createHandOverTurns>
  lanes: Record<Group, Lanes>
  batchSize: Record<Group, BatchSize>
  /** Mails that it took and that are not counted yet, where nobody set a limit. */
  uncounted: number
}

/** One for each provider, so that one that is slow holds up nobody else's mail. */
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

/** How many mails are claimed next: twice as many as long as a full batch is brisk, half as many when one is not. */
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
