import { setImmediate as giveWay } from 'node:timers/promises'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseUnavailable } from '../../platform/database.ts'
import type { Db } from '../../platform/database.ts'
import type { DeliveredEvent, EventSealer } from '../../platform/events.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { NewMailRow, QueueRepository } from '../delivery/queue.repository.ts'
import { composeMail } from './compose-mail.ts'
import type { ComposeDeps } from './compose-mail.ts'
import { decide } from './decide.ts'
import type { DecisionsRepository, NewDecision, Recipient } from './decisions.repository.ts'
import { readMapping } from './read-mapping.ts'
import type { Mapping } from './read-mapping.ts'

/** People that one job of an event for many looks at. */
const batch = 100

export const fanOutJob = 'email.fan-out'

/** The rest of an event that concerns many people. */
export interface FanOut {
  event: Omit<DeliveredEvent, 'data'>
  sealed: string
  after: string
  /** Only these: it failed for them before, and the others did not wait. */
  people?: string[]
}

export interface AnnounceDeps extends ComposeDeps {
  db: Db
  transaction: Transaction
  decisions: (db: Db) => DecisionsRepository
  queue: (db: Db) => Pick<QueueRepository, 'putAll'>
  sealer: EventSealer
  isTrackingOn: () => Promise<boolean>
  /** There is new mail in the queue. */
  onMail: () => void
  clock: Clock
}

/** An event on its way to one recipient. */
interface Announcement {
  event: DeliveredEvent
  mapping: Mapping
  recipient: Recipient
}

type Objections = Awaited<ReturnType<DecisionsRepository['findAllObjections']>>[number]

interface Draft {
  decision: NewDecision
  mail: NewMailRow | undefined
}

/** Turns events into mail: decides for each recipient, renders, and puts the mail into the queue. Few statements do for many. */
export function createAnnounceService(deps: AnnounceDeps) {
  const lookUp = deps.decisions(deps.db)
  const now = () => new Date(deps.clock.now())

  async function announce(announcements: readonly Announcement[], failures: Map<Announcement, unknown>): Promise<void> {
    const [held, free] = [announcements.filter(hasCooldown), announcements.filter((one) => !hasCooldown(one))]
    await announceTogether(free, failures, false)
    // A cooldown counts those before: two for the same address are not decided about in one go.
    for (const round of inRounds(held)) await announceTogether(round, failures, true)
  }

  async function announceTogether(
    announcements: readonly Announcement[],
    failures: Map<Announcement, unknown>,
    isHeld: boolean,
  ): Promise<void> {
    if (announcements.length === 0) return
    try {
      await decideAndStore(announcements, failures, isHeld)
    } catch (error) {
      if (announcements.length === 1 || isDatabaseUnavailable(error)) for (const one of announcements) failures.set(one, error)
      // One that cannot be stored must not keep back the others.
      else for (const one of announcements) await announceTogether([one], failures, isHeld)
    }
  }

  async function decideAndStore(announcements: readonly Announcement[], failures: Map<Announcement, unknown>, isHeld: boolean) {
    const asked = announcements.map(({ event, recipient }) => ({ event: event.name, email: recipient.email, user_id: recipient.user_id }))
    const objections = await lookUp.findAllObjections(asked)
    // Looked up out here: a transaction that waits for a second connection may wait for one that waits for it.
    const isTrackingOn = await deps.isTrackingOn()

    async function draftAll(lastSent: readonly (Date | undefined)[]): Promise<Draft[]> {
      const drafts: Draft[] = []
      for (const [index, one] of announcements.entries()) {
        const objection = objections[index]
        try {
          if (objection !== undefined) drafts.push(draft(one, objection, lastSent[index], isTrackingOn))
        } catch (error) {
          failures.set(one, error)
        }
        if (index % 8 === 7) await giveWay() // requests are answered in between
      }
      return drafts
    }

    // Where nothing has to be held meanwhile, the transaction begins when all is rendered.
    const drafts = isHeld ? undefined : await draftAll([])
    await deps.transaction(async ({ db }) => {
      const decisions = deps.decisions(db)
      if (isHeld) await decisions.lockCooldowns(asked)
      const ready = drafts ?? (await draftAll(await decisions.findLastSent(asked)))
      if (ready.length === 0) return
      const fresh = await decisions.put(ready.map(({ decision }) => decision))
      await deps.queue(db).putAll(ready.flatMap(({ decision, mail }) => (mail !== undefined && fresh.has(decision.id) ? [mail] : [])))
    })
    deps.onMail()
  }

  function draft(one: Announcement, { suppression, isWanted }: Objections, lastSentAt: Date | undefined, isTrackingOn: boolean): Draft {
    const { event, mapping, recipient } = one
    const definition: EventDefinition = eventCatalogue[event.name]
    const decided = now()
    const decision = decide({
      definition,
      mapping,
      template: mapping.template,
      data: event.data,
      recipient,
      isWanted,
      suppression,
      lastSentAt,
      now: decided,
    })
    const id = uuid()
    const isTracked = definition.class === 'optional' && isTrackingOn
    return {
      decision: {
        id,
        event_id: event.id,
        event_name: event.name,
        mapping_id: mapping.id,
        user_id: recipient.user_id,
        recipient_email: recipient.email,
        outcome: decision.isSent ? 'sent' : 'not_sent',
        reason: decision.reason,
        trace: JSON.stringify(decision.trace),
        decided_at: decided,
      },
      mail: decision.isSent
        ? { ...composeMail({ ...one, now: decided, delay: decision.delay }, deps), is_tracked: isTracked, decision_id: id }
        : undefined,
    }
  }

  async function fanOut(event: DeliveredEvent, after: string, only?: string[]): Promise<void> {
    const { audience } = eventCatalogue[event.name] as EventDefinition
    if (audience !== 'administrators' && audience !== 'active users' && audience !== 'subscribers') return
    const row = await lookUp.findMapping(event.name)
    if (row === undefined) return
    const mapping = readMapping(row)
    const people = only === undefined ? await lookUp.listRecipients(audience, event.name, after, batch) : await lookUp.findRecipients(only)
    const failures = new Map<Announcement, unknown>()
    await announce(
      people.map((recipient) => ({ event, mapping, recipient })),
      failures,
    )
    for (const [, error] of failures) if (only !== undefined || isDatabaseUnavailable(error)) throw error
    const { data, ...rest } = event
    const goOn: FanOut = { event: rest, sealed: deps.sealer.seal(event.id, JSON.stringify(data)), after }
    const last = people.at(-1)?.user_id
    const failed = [...failures.keys()].flatMap(({ recipient }) => recipient.user_id ?? [])
    if (only !== undefined || last === undefined || last === null) return
    await deps.transaction(async (tx) => {
      if (people.length === batch) await tx.enqueue(fanOutJob, { ...goOn, after: last })
      // Tried again by themselves: a template that fails for one person must not keep back everybody who comes later.
      if (failed.length > 0) await tx.enqueue(fanOutJob, { ...goOn, people: failed } satisfies FanOut)
    })
  }

  /** Events for one recipient each. Where nothing was asked for, or nobody is there any more, there is nothing to decide. */
  async function handlePersonal(events: readonly DeliveredEvent[], failures: Map<string, unknown>): Promise<void> {
    if (events.length === 0) return
    const ids = events.flatMap(({ to }) => (to !== undefined && 'user_id' in to ? [to.user_id] : []))
    const people = new Map((await lookUp.findRecipients([...new Set(ids)])).map((person) => [person.user_id, person]))
    const announcements: Announcement[] = []
    for (const row of await lookUp.findMappings([...new Set(events.map(({ name }) => name))])) {
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
    /** For the event queue: may run again for the same events, and then does nothing twice. Answers what went wrong, by event. */
    async handle(events: readonly DeliveredEvent[]): Promise<ReadonlyMap<string, unknown>> {
      const failures = new Map<string, unknown>()
      await handlePersonal(
        events.filter(({ to }) => to !== undefined),
        failures,
      )
      for (const event of events.filter(({ to }) => to === undefined)) {
        await fanOut(event, '00000000-0000-0000-0000-000000000000').catch((error: unknown) => failures.set(event.id, error))
      }
      return failures
    },

    async continueFanOut({ event, sealed, after, people }: FanOut): Promise<void> {
      await fanOut({ ...event, data: JSON.parse(deps.sealer.open(event.id, sealed)) as DeliveredEvent['data'] }, after, people)
    },
  }
}

const hasCooldown = ({ mapping }: Announcement) => mapping.conditions.cooldown !== undefined

/** As few groups as possible, none of which has an event for an address twice. */
function inRounds(announcements: readonly Announcement[]): Announcement[][] {
  const rounds: Announcement[][] = []
  const seen = new Map<string, number>()
  for (const one of announcements) {
    const key = `${one.event.name} ${one.recipient.email}`
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    ;(rounds[round] ??= []).push(one)
  }
  return rounds
}

function recipientOf({ to }: DeliveredEvent, people: ReadonlyMap<string | null, Recipient>): Recipient | undefined {
  if (to === undefined) return undefined
  return 'user_id' in to
    ? people.get(to.user_id)
    : { user_id: null, email: to.address, name: to.name ?? null, is_active: true, language: null }
}
