import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { eventClasses, urgencyRank } from '@twofold/contract/event-definition'
import type { EventData, EventName } from '@twofold/contract/events'
import type { Wording } from '@twofold/contract/said'
import { textOf } from '@twofold/contract/sentences/sentences'
import type { RawBuilder } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Origin } from './work-origin.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { JobDefinition } from './job-runner.ts'
import type { Jobs } from './jobs.ts'

/** Absent if the audience is a group (administrators, all active users). `language_of`: the user in whose language to write; null: English. */
export type EventRecipient = { user_id: string } | { address: string; name?: string; language_of: string | null }

export interface EmittedEvent<N extends EventName> {
  to?: EventRecipient
  data: EventData<N>
}

/** The values of an event that the server words itself, by variable. */
export type EventWords = Readonly<Record<string, readonly Wording[]>>

export interface DeliveredEvent {
  id: string
  name: EventName
  to?: { user_id: string } | { address: string; name?: string; language_of?: string | null }
  /** ISO 8601. */
  time: string
  /** Texts worded by the server are in English here, since conditions and programs read them. */
  data: Record<string, string | number>
  /** For readers of other languages. */
  words?: EventWords
  /** For events handled together; otherwise the job's origin applies. */
  origin?: Origin
}

export interface Events {
  /** Written in the transaction of what happened. */
  emit<N extends EventName>(db: Db, name: N, event: EmittedEvent<N>): Promise<void>
  /** Call it before the jobs start. The handler gets every event of these names at least once; failures are retried. */
  listen(listener: string, names: readonly EventName[], handle: (event: DeliveredEvent) => Promise<void>): void
  /** The same for a handler that gets all events, in batches. It answers errors by event id: only these are retried. */
  listenToMany(listener: string, handle: HandleMany, isWanted?: IsWanted): void
}

export type HandleMany = (events: readonly DeliveredEvent[]) => Promise<ReadonlyMap<string, unknown>>

/** SQL condition whether such events are wanted. An event that is unwanted when emitted is not stored. */
export type IsWanted = (event: EventName) => RawBuilder<boolean>

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
  sealedWords?: string
}

/** `given` in English, and what of it has codes. */
export function splitWords(given: Readonly<Record<string, string | number | readonly Wording[]>>): Pick<DeliveredEvent, 'data' | 'words'> {
  const worded = Object.entries(given).filter((entry): entry is [string, readonly Wording[]] => typeof entry[1] === 'object')
  const english = Object.entries(given).map(([name, value]) => [name, typeof value === 'object' ? textOf(value) : value] as const)
  return { data: Object.fromEntries(english), ...(worded.length === 0 ? {} : { words: Object.fromEntries(worded) }) }
}

/** Events that one node handles together. */
const manyAtOnce = 50

/** An event that an account depends on is handled before any number of notices that have waited longer. */
export const jobPriorityOf = (name: EventName): number => eventClasses.length - urgencyRank(eventCatalogue[name].class)

export function createEvents(deps: { jobs: Pick<Jobs, 'define' | 'enqueue'>; sealer: EventSealer; clock: Clock }): Events {
  const queues: { name: string; takes: (event: EventName) => boolean; isWanted?: IsWanted | undefined }[] = []
  const read = ({ sealed, sealedWords, ...event }: QueuedEvent): DeliveredEvent => ({
    ...event,
    data: JSON.parse(deps.sealer.open(event.id, sealed)) as DeliveredEvent['data'],
    ...(sealedWords === undefined ? {} : { words: JSON.parse(deps.sealer.open(event.id, sealedWords)) as EventWords }),
  })

  function defineQueue(
    listener: string,
    { takes, isWanted }: Pick<(typeof queues)[number], 'takes' | 'isWanted'>,
    handling: Pick<JobDefinition<QueuedEvent>, 'run' | 'runMany' | 'batchSize'>,
  ) {
    const name = `event.${listener}`
    queues.push({ name, takes, isWanted })
    deps.jobs.define<QueuedEvent>({ name, retryLimit: 10, ...handling })
  }

  return {
    async emit(db, name, event) {
      const expected = Object.keys(eventCatalogue[name].variables)
      const missing = expected.filter((variable) => !Object.hasOwn(event.data, variable))
      if (missing.length > 0) throw new Error(`The event ${name} lacks ${missing.join(', ')}.`)
      const id = uuid()
      const { data, words } = splitWords(event.data)
      const queued: QueuedEvent = {
        id,
        name,
        ...(event.to === undefined ? {} : { to: event.to }),
        time: deps.clock.date().toISOString(),
        sealed: deps.sealer.seal(id, JSON.stringify(data)),
        ...(words === undefined ? {} : { sealedWords: deps.sealer.seal(id, JSON.stringify(words)) }),
      }
      const priority = jobPriorityOf(name)
      const takers = queues.filter(({ takes }) => takes(name))
      await Promise.all(
        takers.map(({ name: queue, isWanted }) =>
          deps.jobs.enqueue(db, queue, queued, { priority, ...(isWanted && { onlyIf: isWanted(name) }) }),
        ),
      )
    },
    listen(listener, names, handle) {
      defineQueue(listener, { takes: (name) => names.includes(name) }, { run: (event) => handle(read(event)) })
    },
    listenToMany(listener, handle, isWanted) {
      const handleAll = async (jobs: readonly { id: string; data: QueuedEvent; origin: Origin }[]) => {
        const failures = new Map<string, unknown>()
        const events = jobs.flatMap(({ id, data, origin }) => {
          try {
            return [{ ...read(data), origin }]
          } catch (error) {
            failures.set(id, error)
            return []
          }
        })
        const failed = await handle(events)
        for (const { id, data } of jobs) if (failed.has(data.id)) failures.set(id, failed.get(data.id))
        return failures
      }
      const handleOne = async (event: QueuedEvent) => {
        for (const [, error] of await handle([read(event)])) throw error
      }
      defineQueue(listener, { takes: () => true, isWanted }, { run: handleOne, runMany: handleAll, batchSize: manyAtOnce })
    },
  }
}
