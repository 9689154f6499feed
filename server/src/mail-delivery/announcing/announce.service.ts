import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import { v7 as uuid } from 'uuid'
import { originOf } from '../../platform/cause.ts'
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseUnavailable } from '../../platform/database.ts'
import type { Db } from '../../platform/database.ts'
import { jobPriorityOf } from '../../platform/events.ts'
import type { DeliveredEvent, EventSealer } from '../../platform/events.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { NewMailRow, QueueRepository } from '../delivery/queue.repository.ts'
import { TemplateError } from '../../mail-design/markup/template-error.ts'
import type { FindDomain } from '../providers/working-providers.ts'
import { withTemplateFault } from './compose-all.ts'
import type { ComposeAll, Composed } from './compose-all.ts'
import { decide } from '../../mail-rules/mappings/decide.ts'
import type { Decision } from '../../mail-rules/mappings/decide.ts'
import type { DecisionsRepository, NewDecision, Recipient } from '../../mail-rules/mappings/decisions.repository.ts'
import { readMapping } from '../../mail-rules/mappings/read-mapping.ts'
import type { Mapping } from '../../mail-rules/mappings/read-mapping.ts'

/** People that one job of an event for many looks at. */
const batch = 100

export const fanOutJob = 'email.fan-out'

/** Before the id of any person. */
const beforeEverybody = '00000000-0000-0000-0000-000000000000'

/** An event that concerns many people, from the one after `after` on. */
export interface FanOut {
  event: Omit<DeliveredEvent, 'data'>
  sealed: string
  after: string
  /** Only these: it failed for them before, and the others did not wait. */
  people?: string[]
}

export interface AnnounceDeps {
  db: Db
  transaction: Transaction
  decisions: (db: Db) => DecisionsRepository
  queue: (db: Db) => Pick<QueueRepository, 'putAll'>
  sealer: EventSealer
  composeAll: ComposeAll
  isTrackingOn: () => Promise<boolean>
  messageIdDomains: () => Promise<FindDomain>
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
    const decided = now()
    const objections = await lookUp.findAllObjections(asked)
    // Looked up out here: a transaction that waits for a second connection may wait for one that waits for it.
    const isTrackingOn = await deps.isTrackingOn()
    const domainFor = await deps.messageIdDomains()
    const judgeAll = (lastSent: readonly (Date | undefined)[]) =>
      announcements.map((one, index) => judge(one, objections[index], lastSent[index], decided))

    // Rendered before the transaction begins, which would keep others waiting. What a cooldown lets through under its lock, it does here too.
    const expected = judgeAll(isHeld ? await lookUp.findLastSent(asked) : [])
    const composed = await deps.composeAll(
      announcements.map((one, index) => ({
        ...one,
        now: decided,
        delay: expected[index]?.delay ?? 0,
        domainFor,
        isSent: expected[index]?.isSent === true,
      })),
    )
    await deps.transaction(async ({ db }) => {
      const decisions = deps.decisions(db)
      if (isHeld) await decisions.lockCooldowns(asked)
      const judged = isHeld ? judgeAll(await decisions.findLastSent(asked)) : expected
      const drafts = announcements.map((one, index) => draft(one, judged[index], composed[index], { decided, isTrackingOn }))
      const fresh = await decisions.put(drafts.map(({ decision }) => decision))
      await deps.queue(db).putAll(drafts.flatMap(({ decision, mail }) => (mail !== undefined && fresh.has(decision.id) ? [mail] : [])))
    })
    deps.onMail()
    // Tried again by its job: by then somebody may have mended the template.
    for (const [index, one] of announcements.entries()) {
      const { mail, fault } = composed[index] ?? {}
      if (fault !== undefined && mail === undefined) failures.set(one, new TemplateError(fault))
    }
  }

  function judge({ event, mapping, recipient }: Announcement, objections: Objections | undefined, lastSentAt: Date | undefined, at: Date) {
    return decide({
      definition: eventCatalogue[event.name],
      mapping,
      template: mapping.template,
      data: event.data,
      recipient,
      isWanted: objections?.isWanted ?? true,
      suppression: objections?.suppression,
      lastSentAt,
      now: at,
    })
  }

  function draft(
    { event, mapping, recipient }: Announcement,
    judged: Decision = { isSent: false, reason: 'mapping', trace: [], delay: 0 },
    composed: Composed | undefined,
    { decided, isTrackingOn }: { decided: Date; isTrackingOn: boolean },
  ): Draft {
    const id = uuid()
    const decision = composed === undefined || !judged.isSent ? judged : withTemplateFault(judged, composed)
    const isTracked = eventCatalogue[event.name].class === 'optional' && isTrackingOn
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
      mail:
        decision.isSent && composed?.mail !== undefined
          ? { ...composed.mail, ...originOf(event.origin ?? {}), is_tracked: isTracked, decision_id: id }
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
        await queueFanOut(event).catch((error: unknown) => failures.set(event.id, error))
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
