import { eventCatalogue } from '@twofold/contract/events'
import type { EventData, EventName } from '@twofold/contract/events'
import { v7 as uuid } from 'uuid'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { Jobs } from './jobs.ts'

/** Who an event is for. Absent for events whose audience is a group (administrators, all active users). */
export type EventRecipient = { user_id: string } | { address: string; name?: string }

export interface EmittedEvent<N extends EventName> {
  to?: EventRecipient
  data: EventData<N>
}

/** An event as a listener receives it. */
export interface DeliveredEvent {
  id: string
  name: EventName
  to?: EventRecipient
  /** ISO 8601. */
  time: string
  data: Record<string, string | number>
}

export interface Events {
  /** Written in the transaction of what happened. */
  emit<N extends EventName>(db: Db, name: N, event: EmittedEvent<N>): Promise<void>
  /** Before the jobs start. The handler gets every event at least once; a failure is tried again. */
  listen(listener: string, handle: (event: DeliveredEvent) => Promise<void>): void
}

/** Encrypts what waits in the queue: an event may carry a one-time link. */
export interface EventSealer {
  seal(eventId: string, plaintext: string): string
  open(eventId: string, sealed: string): string
}

interface QueuedEvent {
  id: string
  name: EventName
  to?: EventRecipient
  time: string
  sealed: string
}

export function createEvents(deps: { jobs: Pick<Jobs, 'define' | 'enqueue'>; sealer: EventSealer; clock: Clock }): Events {
  const queues: string[] = []

  return {
    async emit(db, name, event) {
      const expected = Object.keys(eventCatalogue[name].variables)
      const missing = expected.filter((variable) => !Object.hasOwn(event.data, variable))
      if (missing.length > 0) throw new Error(`The event ${name} lacks ${missing.join(', ')}.`)
      const id = uuid()
      const queued: QueuedEvent = {
        id,
        name,
        ...(event.to === undefined ? {} : { to: event.to }),
        time: new Date(deps.clock.now()).toISOString(),
        sealed: deps.sealer.seal(id, JSON.stringify(event.data)),
      }
      for (const queue of queues) await deps.jobs.enqueue(db, queue, queued)
    },
    listen(listener, handle) {
      const queue = `event.${listener}`
      queues.push(queue)
      deps.jobs.define<QueuedEvent>({
        name: queue,
        retryLimit: 10,
        run: ({ sealed, ...event }) =>
          handle({ ...event, data: JSON.parse(deps.sealer.open(event.id, sealed)) as Record<string, string | number> }),
      })
    },
  }
}
