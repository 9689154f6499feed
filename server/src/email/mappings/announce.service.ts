import { eventCatalogue } from '@twofold/contract/events'
import type { EventDefinition } from '@twofold/contract/event-definition'
import type { EventName } from '@twofold/contract/events'
import { mappingConditions } from '@twofold/contract/email/mappings'
import { themeDesign } from '@twofold/contract/email/themes'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { Db } from '../../platform/database.ts'
import type { DeliveredEvent, EventSealer } from '../../platform/events.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { sealContent } from '../delivery/mail-content.ts'
import type { QueueRepository } from '../delivery/queue.repository.ts'
import { redactOneTimeLinks } from '../templates/redact.ts'
import { renderMail } from '../templates/render.ts'
import { decide } from './decide.ts'
import type { Decision } from './decide.ts'
import type { DecisionsRepository, Recipient } from './decisions.repository.ts'

/** People that one job of an event for many looks at. */
const batch = 100

export const fanOutJob = 'email.fan-out'

/** The rest of an event that concerns many people. */
export interface FanOut {
  event: Omit<DeliveredEvent, 'data'>
  sealed: string
  after: string
}

type Mapping = NonNullable<Awaited<ReturnType<DecisionsRepository['findMapping']>>>

export interface AnnounceDeps {
  db: Db
  transaction: Transaction
  decisions: (db: Db) => DecisionsRepository
  queue: (db: Db) => QueueRepository
  crypto: Pick<Crypto, 'seal'>
  sealer: EventSealer
  app: { name: string; url: string }
  unsubscribeUrl: (userId: string, event: EventName) => string
  isTrackingOn: () => Promise<boolean>
  clock: Clock
}

/** Turns events into mail: decides for each recipient, renders, and puts the mail into the queue. */
export function createAnnounceService(deps: AnnounceDeps) {
  const lookUp = deps.decisions(deps.db)
  const now = () => new Date(deps.clock.now())

  async function announce(event: DeliveredEvent, mapping: Mapping, recipient: Recipient): Promise<void> {
    const definition: EventDefinition = eventCatalogue[event.name]
    const conditions = mappingConditions.parse(mapping.conditions)
    const template =
      mapping.template_slug === null ? undefined : { is_active: mapping.template_is_active === true, name: mapping.template_name ?? '' }
    const { suppression, isWanted } = await lookUp.findObjections(event.name, recipient)
    // Looked up out here: a transaction that waits for a second connection may wait for one that waits for it.
    const isTracked = definition.class === 'optional' && (await deps.isTrackingOn())
    await deps.transaction(async ({ db }) => {
      const decisions = deps.decisions(db)
      if (conditions.cooldown !== undefined) await decisions.lockCooldown(event.name, recipient.email)
      const decision = decide({
        definition,
        mapping: { is_active: mapping.is_active, conditions },
        template,
        data: event.data,
        recipient,
        isWanted,
        suppression,
        lastSentAt: conditions.cooldown === undefined ? undefined : await decisions.lastSentAt(event.name, recipient.email),
        now: now(),
      })
      const decisionId = uuid()
      const isNew = await decisions.put({
        id: decisionId,
        event_id: event.id,
        event_name: event.name,
        mapping_id: mapping.id,
        user_id: recipient.user_id,
        recipient_email: recipient.email,
        outcome: decision.isSent ? 'sent' : 'not_sent',
        reason: decision.reason,
        trace: JSON.stringify(decision.trace),
        decided_at: now(),
      })
      if (!isNew || !decision.isSent) return
      await deps
        .queue(db)
        .put({ ...compose(event, definition, mapping, recipient, decision), is_tracked: isTracked, decision_id: decisionId })
    })
  }

  function compose(event: DeliveredEvent, definition: EventDefinition, mapping: Mapping, recipient: Recipient, decision: Decision) {
    const { subject, html_content } = mapping
    const isOptional = definition.class === 'optional'
    const unsubscribeUrl = isOptional && recipient.user_id !== null ? deps.unsubscribeUrl(recipient.user_id, event.name) : undefined
    const rendered = renderMail({
      template: { subject: subject ?? '', html_content: html_content ?? '', text_content: mapping.text_content },
      ...(mapping.design === null ? {} : { design: themeDesign.parse(mapping.design) }),
      data: {
        'user.name': recipient.name ?? recipient.email,
        'user.email': recipient.email,
        'app.name': deps.app.name,
        'app.url': deps.app.url,
        'event.time': event.time,
        ...event.data,
      },
      appName: deps.app.name,
      appUrl: deps.app.url,
      language: 'en',
      ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
    })
    const id = uuid()
    const link = event.data['link.url']
    const shown = redactOneTimeLinks(rendered.html, rendered.text, typeof link === 'string' ? [link] : [])
    const headers: Record<string, string> =
      unsubscribeUrl === undefined
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    const expires = event.data['link.expires_at']
    return {
      id,
      mapping_id: mapping.id,
      template_slug: mapping.template_slug,
      template_name: mapping.template_name,
      category: mapping.category ?? 'notification',
      class: definition.class,
      event_name: event.name,
      user_id: recipient.user_id,
      recipient_email: recipient.email,
      recipient_name: recipient.name,
      subject: rendered.subject,
      message_id: `<${id}@${new URL(deps.app.url).hostname}>`,
      outgoing: sealContent(deps.crypto, id, 'outgoing', { html: rendered.html, text: rendered.text, replyTo: null, headers }),
      body: sealContent(deps.crypto, id, 'body', { html: shown.html, text: shown.text, replyTo: null, headers: {} }),
      preferred_provider_id: mapping.provider_id ?? mapping.template_provider_id,
      due_at: new Date(deps.clock.now() + decision.delay),
      useful_until: typeof expires === 'string' && expires !== '' ? new Date(expires) : null,
      created_at: now(),
    }
  }

  async function fanOut(event: DeliveredEvent, after: string): Promise<void> {
    const { audience } = eventCatalogue[event.name] as EventDefinition
    if (audience !== 'administrators' && audience !== 'active users' && audience !== 'subscribers') return
    const mapping = await lookUp.findMapping(event.name)
    if (mapping === undefined) return
    const people = await lookUp.listRecipients(audience, event.name, after, batch)
    for (const person of people) await announce(event, mapping, person)
    const last = people.at(-1)?.user_id
    if (people.length < batch || last === undefined || last === null) return
    const { data, ...rest } = event
    const next: FanOut = { event: rest, sealed: deps.sealer.seal(event.id, JSON.stringify(data)), after: last }
    await deps.transaction((tx) => tx.enqueue(fanOutJob, next))
  }

  return {
    /** For the event queue: may run again for the same event, and then does nothing twice. */
    async handle(event: DeliveredEvent): Promise<void> {
      if (event.to === undefined) return fanOut(event, '00000000-0000-0000-0000-000000000000')
      const mapping = await lookUp.findMapping(event.name)
      // Nothing was asked for, so there is nothing to decide.
      if (mapping === undefined) return
      const recipient: Recipient | undefined =
        'user_id' in event.to
          ? await lookUp.findRecipient(event.to.user_id)
          : { user_id: null, email: event.to.address, name: event.to.name ?? null, is_active: true }
      if (recipient !== undefined) await announce(event, mapping, recipient)
    },

    async continueFanOut({ event, sealed, after }: FanOut): Promise<void> {
      await fanOut({ ...event, data: JSON.parse(deps.sealer.open(event.id, sealed)) as DeliveredEvent['data'] }, after)
    },
  }
}
