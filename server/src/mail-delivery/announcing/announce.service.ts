import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import { type Db, isDatabaseUnavailable } from '../../platform/database.ts'
import { type DeliveredEvent, type EventSealer, jobPriorityOf } from '../../platform/events.ts'
import type { QueueRepository } from '../delivery/queue.repository.ts'
import type { FindDomain } from '../providers/working-providers.ts'
import type { ComposeOrStandIn } from './compose-or-stand-in.ts'
import type { DecisionsService } from '../../mail-rules/mappings/decisions.service.ts'
import type { Recipient } from '../../mail-rules/mappings/recipient.ts'
import { type Mapping, readMapping } from '../../mail-rules/mappings/read-mapping.ts'
import { createAnnounceBatch } from './announce-batch.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** People that one job of an event for many looks at. */
const batch = 100

export const fanOutJob = 'email.fan-out'

/** Sorts before every person's id. */
const beforeEverybody = '00000000-0000-0000-0000-000000000000'

/** An event that concerns many people, from the one after `after` on. */
export interface FanOut {
  event: Omit<DeliveredEvent, 'data'>
  sealed: string
  after: string
  /** Only these people: it failed for them before, and the others did not wait. */
  people?: string[]
}

export interface AnnounceDeps extends ServiceDeps {
  decisions: DecisionsService
  queue: (db: Db) => Pick<QueueRepository, 'putAll'>
  sealer: EventSealer
  composeOrStandIn: ComposeOrStandIn
  isTrackingOn: () => Promise<boolean>
  messageIdDomains: () => Promise<FindDomain>
  /** Called when there are new e-mails in the queue. */
  onMail: () => void
}

/** An event on its way to one recipient. */
export interface Announcement {
  event: DeliveredEvent
  mapping: Mapping
  recipient: Recipient
}

/** Turns events into e-mails: decides for each recipient, renders, and queues, with few statements for many e-mails. */
export function createAnnounceService(deps: AnnounceDeps) {
  const { announce } = createAnnounceBatch(deps)

  async function fanOut(event: DeliveredEvent, after: string, only?: string[]): Promise<void> {
    const { audience } = eventCatalogue[event.name] as EventDefinition
    if (audience !== 'administrators' && audience !== 'active users' && audience !== 'subscribers') return
    const row = await deps.decisions.findMapping(deps.db, event.name)
    if (row === undefined) return
    const mapping = readMapping(row)
    const people =
      only === undefined
        ? await deps.decisions.listRecipients(deps.db, audience, event.name, after, batch)
        : await deps.decisions.findRecipients(deps.db, only)
    const failures = new Map<Announcement, unknown>()
    await announce(
      people.map((recipient) => ({ event, mapping, recipient })),
      failures,
    )
    for (const [, error] of failures) if (only !== undefined || isDatabaseUnavailable(error)) throw error
    const { data, ...rest } = event
    const goOn: FanOut = { event: rest, sealed: deps.sealer.seal(event.id, JSON.stringify(data)), after }
    const last = people.at(-1)?.user_id
    const priority = jobPriorityOf(event.name)
    const failed = [...failures.keys()].flatMap(({ recipient }) => recipient.user_id ?? [])
    if (only !== undefined || last === undefined || last === null) return
    await deps.transaction(async (tx) => {
      if (people.length === batch) await tx.enqueue(fanOutJob, { ...goOn, after: last }, { priority })
      // Tried again by themselves: a template that fails for one person must not keep back everybody who comes later.
      if (failed.length > 0) await tx.enqueue(fanOutJob, { ...goOn, people: failed } satisfies FanOut, { priority })
    })
  }

  /** An event for many is a job of its own from the first person on: rendered here, it would keep the events behind it waiting. */
  async function queueFanOut({ data, ...event }: DeliveredEvent): Promise<void> {
    const job: FanOut = { event, sealed: deps.sealer.seal(event.id, JSON.stringify(data)), after: beforeEverybody }
    await deps.transaction((tx) => tx.enqueue(fanOutJob, job, { priority: jobPriorityOf(event.name) }))
  }

  /** Events for one recipient each. Without a mapping or a recipient there is nothing to decide. */
  async function handlePersonal(events: readonly DeliveredEvent[], failures: Map<string, unknown>): Promise<void> {
    if (events.length === 0) return
    const ids = events.flatMap(({ to }) => (to === undefined ? [] : (speakerOf(to) ?? [])))
    const people = new Map((await deps.decisions.findRecipients(deps.db, [...new Set(ids)])).map((person) => [person.user_id, person]))
    const announcements: Announcement[] = []
    for (const row of await deps.decisions.findMappings(deps.db, [...new Set(events.map(({ name }) => name))])) {
      const mapped = events.filter(({ name }) => name === row.event_name)
      try {
        const mapping = readMapping(row)
        for (const event of mapped) {
          const recipient = recipientOf(event, people)
          if (recipient !== undefined) announcements.push({ event, mapping, recipient })
        }
      } catch (error) {
        for (const { id } of mapped) failures.set(id, error)
      }
    }
    const failed = new Map<Announcement, unknown>()
    await announce(announcements, failed)
    for (const [{ event }, error] of failed) failures.set(event.id, error)
  }

  return {
    /** For the event queue: safe to run again for the same events. Answers errors by event. */
    async handle(events: readonly DeliveredEvent[]): Promise<ReadonlyMap<string, unknown>> {
      const failures = new Map<string, unknown>()
      await handlePersonal(
        events.filter(({ to }) => to !== undefined),
        failures,
      )
      for (const event of events.filter(({ to }) => to === undefined)) {
        await queueFanOut(event).catch((error: unknown) => failures.set(event.id, error))
      }
      return failures
    },
    async continueFanOut({ event, sealed, after, people }: FanOut): Promise<void> {
      await fanOut({ ...event, data: JSON.parse(deps.sealer.open(event.id, sealed)) as DeliveredEvent['data'] }, after, people)
    },
  }
}

function recipientOf({ to }: DeliveredEvent, people: ReadonlyMap<string | null, Recipient>): Recipient | undefined {
  if (to === undefined) return undefined
  return 'user_id' in to
    ? people.get(to.user_id)
    : {
        user_id: null,
        email: to.address,
        name: to.name ?? null,
        is_active: true,
        language: people.get(speakerOf(to) ?? null)?.language ?? null,
      }
}

/** The user whose language the e-mail is in. An event that an older version stored names none for an address. */
const speakerOf = (to: NonNullable<DeliveredEvent['to']>) => ('user_id' in to ? to.user_id : to.language_of)
