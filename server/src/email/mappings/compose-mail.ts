import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import type { EventName } from '@twofold/contract/events'
import { bestLanguage } from '@twofold/contract/languages'
import { v7 as uuid } from 'uuid'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { DeliveredEvent } from '../../platform/events.ts'
import { packContent, sealPacked } from '../delivery/mail-content.ts'
import type { NewMailRow } from '../delivery/queue.repository.ts'
import { redactOneTimeLinks } from '../templates/redact.ts'
import { renderMail } from '../templates/render.ts'
import type { Recipient, TranslatedContent } from './decisions.repository.ts'
import type { Mapping } from './read-mapping.ts'

export interface MailToCompose {
  event: DeliveredEvent
  mapping: Mapping
  recipient: Recipient
  now: Date
  /** Milliseconds that it waits. */
  delay: number
}

export interface ComposeDeps {
  crypto: Pick<Crypto, 'seal'>
  app: { name: string; url: string }
  unsubscribeUrl: (userId: string, event: EventName) => string
}

/** A mail as it goes into the queue, rendered and sealed. Throws `TemplateError` when the template is at fault. */
export function composeMail(
  { event, mapping, recipient, now, delay }: MailToCompose,
  { crypto, app, unsubscribeUrl: unsubscribeUrlOf }: ComposeDeps,
): Omit<NewMailRow, 'is_tracked' | 'decision_id'> {
  const definition: EventDefinition = eventCatalogue[event.name]
  const isOptional = definition.class === 'optional'
  const translation = translationFor(recipient, mapping)
  const unsubscribeUrl = isOptional && recipient.user_id !== null ? unsubscribeUrlOf(recipient.user_id, event.name) : undefined
  const rendered = renderMail({
    template: translation ?? {
      subject: mapping.subject ?? '',
      html_content: mapping.html_content ?? '',
      text_content: mapping.text_content,
    },
    design: mapping.design,
    data: {
      'user.name': recipient.name ?? recipient.email,
      'user.email': recipient.email,
      'app.name': app.name,
      'app.url': app.url,
      'event.time': event.time,
      ...event.data,
    },
    appName: app.name,
    appUrl: app.url,
    language: translation?.language ?? 'en',
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  })
  const id = uuid()
  const link = event.data['link.url']
  const secrets = typeof link === 'string' ? [link] : []
  const shown = redactOneTimeLinks(rendered.html, rendered.text, secrets)
  const headers: Record<string, string> =
    unsubscribeUrl === undefined ? {} : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  const outgoing = packContent({ html: rendered.html, text: rendered.text, replyTo: null, headers })
  const isShownWhole = shown.html === rendered.html && shown.text === rendered.text
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
    // A subject stands in lists, exports and notifications of telephones: no place for a link that opens an account, also in the mail itself.
    subject: redactOneTimeLinks('', rendered.subject, secrets).text,
    message_id: `<${id}@${new URL(app.url).hostname}>`,
    outgoing: sealPacked(crypto, id, 'outgoing', outgoing),
    body: sealPacked(
      crypto,
      id,
      'body',
      isShownWhole ? outgoing : packContent({ html: shown.html, text: shown.text, replyTo: null, headers: {} }),
    ),
    preferred_provider_id: mapping.provider_id ?? mapping.template_provider_id,
    due_at: new Date(now.getTime() + delay),
    useful_until: typeof expires === 'string' && expires !== '' ? new Date(expires) : null,
    created_at: now,
  }
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
