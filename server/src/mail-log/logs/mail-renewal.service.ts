import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventName } from '@twofold/contract/events'
import type { EventDefinition } from '@twofold/contract/event-definition'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { complaintOfMarkup } from '../../platform/complaint.ts'
import { fail } from '../../platform/fail.ts'
import { splitWords } from '../../platform/events.ts'
import type { RenewLink, Resender } from '../../platform/renew-link.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { NewMail, SentMail } from '../../mail-delivery/delivery/sent-mail.service.ts'
import { type ComposeDeps, composeMail, mailToRender } from '../../mail-delivery/announcing/compose-mail.ts'
import type { DecisionsService } from '../../mail-rules/mappings/decisions.service.ts'
import { readMapping } from '../../mail-rules/mappings/read-mapping.ts'
import type { FindDomain } from '../../mail-delivery/providers/working-providers.ts'
import type { FinishedMail, RenderingService } from '../../mail-design/rendering/rendering.ts'
import type { MailToRender } from '../../mail-design/markup/render.ts'
import { TemplateError } from '../../mail-design/markup/template-error.ts'
import { isEventName, samplesOf } from '../../mail-design/templates/template-variables.ts'

/** Its link works once and is not stored, so the stored content is of no use to anybody. */
export function carriesLink({ useful_until: usefulUntil, event_name: event }: Pick<SentMail, 'useful_until' | 'event_name'>): boolean {
  if (usefulUntil !== null) return true
  if (event === null || !isEventName(event)) return false
  const { variables }: EventDefinition = eventCatalogue[event]
  return Object.hasOwn(variables, 'link.url')
}

/** Makes an e-mail with a one-time link again: with a new link, from the present version of its template. */
export function createMailRenewal(
  deps: ComposeDeps & {
    db: Db
    rendering: Pick<RenderingService, 'render'>
    decisions: Pick<DecisionsService, 'findMapping' | 'findRecipients'>
    links: ReadonlyMap<EventName, RenewLink>
    messageIdDomains: (db: Db) => Promise<FindDomain>
    clock: Clock
  },
) {
  async function render(by: Resender, mail: MailToRender): Promise<FinishedMail> {
    try {
      return await deps.rendering.render(by.administrator.id, mail)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      throw fail('email.template_unsound', { errors: { html_content: [complaintOfMarkup(error)] } })
    }
  }

  /**
   * Checks before any lock whether the template is usable. Slow problems appear here, and the rendering thread is ready by the time the lock is held.
   */
  async function tryOut(
    row: Pick<SentMail, 'id' | 'event_name' | 'user_id' | 'recipient_email' | 'recipient_name'>,
    by: Resender,
  ): Promise<void> {
    if (row.event_name === null || !isEventName(row.event_name) || !carriesLink({ ...row, useful_until: null })) return
    const stored = await deps.decisions.findMapping(deps.db, row.event_name)
    if (stored === undefined || stored.template_slug === null) return
    const now = deps.clock.date()
    const recipient = { user_id: row.user_id, name: row.recipient_name, is_active: true, language: null, email: row.recipient_email }
    const event = { id: row.id, name: row.event_name, time: now.toISOString(), data: samplesOf([row.event_name]) }
    await render(by, mailToRender({ event, mapping: readMapping(stored), recipient }, deps))
  }

  async function renew(tx: Tx, row: SentMail, by: Resender): Promise<NewMail> {
    const { event_name: name, user_id: userId, recipient_email: email } = row
    if (name === null || !isEventName(name)) throw fail('email.link_not_kept')
    const stored = await deps.decisions.findMapping(tx.db, name)
    if (stored === undefined || stored.template_slug === null) throw fail('email.template_missing')
    // An address has no language of its own: an e-mail to it is in that of the person who sends it.
    const [speaker] = await deps.decisions.findRecipients(tx.db, [userId ?? by.administrator.id])
    const person = userId === null ? undefined : speaker
    const data = await deps.links.get(name)?.(tx, { userId, email, madeAt: row.created_at }, by)
    if (data === undefined) throw fail('email.link_not_kept')
    const domainFor = await deps.messageIdDomains(tx.db)
    const now = deps.clock.date()
    const recipient = person ?? { user_id: userId, name: row.recipient_name, is_active: true, language: speaker?.language ?? null, email }
    const event = { id: row.id, name, time: now.toISOString(), ...splitWords(data) }
    const input = { event, mapping: readMapping(stored), recipient: { ...recipient, email }, now, delay: 0, domainFor }
    return composeMail(input, await render(by, mailToRender(input, deps)), deps)
  }

  /** Whether something can make the links of this event's e-mails. Whether one still serves a purpose shows only when it is made. */
  const canRenew = (event: string | null): boolean => event !== null && isEventName(event) && deps.links.has(event)

  return { renew, tryOut, canRenew }
}

export type MailRenewal = ReturnType<typeof createMailRenewal>
