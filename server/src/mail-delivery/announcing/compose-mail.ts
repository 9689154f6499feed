import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import type { EventName } from '@twofold/contract/events'
import { bestLanguage } from '@twofold/contract/languages'
import { v7 as uuid } from 'uuid'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { DeliveredEvent } from '../../platform/events.ts'
import { packContent, sealPacked } from '../delivery/mail-content.ts'
import { messageIdOf } from '../providers/message-id.ts'
import type { NewMailRow } from '../delivery/queue.repository.ts'
import type { FindDomain } from '../providers/working-providers.ts'
import { wordValues } from '../../mail-design/languages/word-values.ts'
import type { FinishedMail } from '../../mail-design/rendering/rendering.ts'
import type { MailTemplate, MailToRender } from '../../mail-design/markup/render.ts'
import type { Recipient, TranslatedContent } from '../../mail-rules/mappings/recipient.ts'
import type { Mapping } from '../../mail-rules/mappings/read-mapping.ts'

export interface MailToCompose {
  event: DeliveredEvent
  mapping: Mapping
  recipient: Recipient
  now: Date
  /** Milliseconds that it waits. */
  delay: number
  /** The domain of its Message-ID. */
  domainFor: FindDomain
}

export interface ComposeDeps {
  crypto: Pick<Crypto, 'seal'>
  app: { name: string; url: string }
  unsubscribeUrl: (userId: string, event: EventName) => string
}

/** Values of the recipient, for the templates of e-mails. */
export const valuesOf = ({ name, email, is_active: isActive }: Recipient) => ({
  'user.name': name ?? email,
  'user.email': email,
  'user.state': isActive ? 'active' : 'deactivated',
})

/** Input of the rendering for one recipient. `template`: in place of the mapping's own. */
export function mailToRender(
  { event, mapping, recipient }: Pick<MailToCompose, 'event' | 'mapping' | 'recipient'>,
  deps: ComposeDeps,
  template?: MailTemplate,
): MailToRender {
  const { app } = deps
  const translation = template === undefined ? translationFor(recipient, mapping) : undefined
  const unsubscribeUrl = unsubscribeUrlOf(event, recipient, deps)
  const language = translation?.language ?? 'en'
  return {
    template: template ??
      translation ?? {
        subject: mapping.subject ?? '',
        html_content: mapping.html_content ?? '',
        text_content: mapping.text_content,
      },
    design: mapping.design,
    data: {
      ...valuesOf(recipient),
      'app.name': app.name,
      'app.url': app.url,
      'event.time': event.time,
      ...event.data,
      ...wordValues(event.words ?? {}, language),
    },
    appName: app.name,
    appUrl: app.url,
    language,
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  }
}

/** A rendered e-mail, sealed for the queue. */
export function composeMail(
  input: MailToCompose,
  rendered: FinishedMail,
  deps: ComposeDeps,
): Omit<NewMailRow, 'is_tracked' | 'decision_id'> {
  const { event, mapping, recipient, now, delay, domainFor } = input
  const { crypto } = deps
  const definition: EventDefinition = eventCatalogue[event.name]
  const unsubscribeUrl = unsubscribeUrlOf(event, recipient, deps)
  const id = uuid()
  const { html, text, kept } = rendered
  const preferred = mapping.provider_id ?? mapping.template_provider_id
  const headers: Record<string, string> =
    unsubscribeUrl === undefined ? {} : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  const outgoing = packContent({ html, text, replyTo: null, headers, isSerialised: true })
  const isKeptWhole = kept.html === html && kept.text === text
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
    message_id: messageIdOf(id, domainFor(preferred)),
    outgoing: sealPacked(crypto, id, 'outgoing', outgoing),
    body: sealPacked(crypto, id, 'body', isKeptWhole ? outgoing : packContent({ ...kept, replyTo: null, headers: {}, isSerialised: true })),
    preferred_provider_id: preferred,
    due_at: new Date(now.getTime() + delay),
    useful_until: typeof expires === 'string' && expires !== '' ? new Date(expires) : null,
    created_at: now,
  }
}

function unsubscribeUrlOf({ name }: DeliveredEvent, { user_id: userId }: Recipient, deps: ComposeDeps): string | undefined {
  const definition: EventDefinition = eventCatalogue[name]
  return definition.class === 'optional' && userId !== null ? deps.unsubscribeUrl(userId, name) : undefined
}

/** The template in the recipient's language; undefined: as it was written. */
export function translationFor(
  { language }: Pick<Recipient, 'language'>,
  { translations }: { translations: readonly TranslatedContent[] },
): TranslatedContent | undefined {
  const chosen = bestLanguage(
    language,
    translations.map((one) => one.language),
  )
  return translations.find((one) => one.language === chosen)
}
