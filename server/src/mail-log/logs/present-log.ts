import type { MailLog } from '@twofold/contract/mail-log/logs'
import { mailStatusLabels, providerKind } from '@twofold/contract/mail-design/mail-terms'
import type { LogRow } from './logs.repository.ts'

/** An e-mail as listed, without its content. */
export function presentLog(row: LogRow): MailLog {
  return {
    id: row.id,
    status: row.status,
    status_label: mailStatusLabels[row.status],
    recipient_email: row.recipient_email,
    recipient_name: row.recipient_name,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    subject: row.subject,
    template: row.template_slug === null ? null : { slug: row.template_slug, name: row.template_name ?? row.template_slug },
    category: row.category,
    event_name: row.event_name,
    attempts: row.attempts,
    provider: row.provider_kind === null ? null : providerKind.parse(row.provider_kind),
    provider_name: row.provider_name,
    message_id: row.message_id,
    provider_message_id: row.provider_message_id,
    provider_response: row.provider_response,
    waiting_reason: row.waiting_reason === 'discarded' ? null : row.waiting_reason,
    error_message: row.error_message,
    created_at: row.created_at.toISOString(),
    sent_at: isoOrNull(row.sent_at),
    delivered_at: isoOrNull(row.delivered_at),
    opened_at: isoOrNull(row.opened_at),
    clicked_at: isoOrNull(row.clicked_at),
    bounced_at: isoOrNull(row.bounced_at),
    complained_at: isoOrNull(row.complained_at),
    failed_at: isoOrNull(row.failed_at),
  }
}

export function isoOrNull(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}
