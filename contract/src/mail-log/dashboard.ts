import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { mailStatus } from '../mail-design/mail-terms.ts'

const endpoint = taggedEndpoint('E-mail dashboard')

export const emailStatistics = z.object({
  /** E-mails accepted by a provider. */
  total_emails_sent: z.number(),
  /** Rounded percentage of e-mails with a known outcome that neither failed nor bounced nor drew a complaint; 100 if there are none. */
  success_rate: z.number(),
  active_templates: z.number(),
  total_templates: z.number(),
  /** Active providers with a valid sender address. */
  active_providers: z.number(),
  total_providers: z.number(),
  queue_pending: z.number(),
  failed_emails_24h: z.number(),
  /** Milliseconds per hand-over, over the last 1,000. */
  avg_send_time: z.number(),
  /** Time of these figures. */
  last_health_check: z.string(),
})
export type EmailStatistics = z.infer<typeof emailStatistics>

export const getEmailStatistics = endpoint('GET /admin/email/dashboard/statistics', {
  summary: 'Get the state of e-mail delivery',
  response: z.object({ success: z.boolean(), statistics: emailStatistics }),
})

export const listRecentMail = endpoint('GET /admin/email/dashboard/recent-logs', {
  summary: 'List the newest e-mails',
  query: z.strictObject({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 10) }),
  response: z.object({
    success: z.boolean(),
    logs: z.array(
      z.object({
        id: z.string(),
        subject: z.string(),
        recipient_email: z.string(),
        status: mailStatus,
        status_label: z.string(),
        created_at: z.string(),
      }),
    ),
  }),
})

export const listMappingsInUse = endpoint('GET /admin/email/dashboard/event-mappings', {
  summary: 'List which event is sent with which template, and how many e-mails that produced',
  response: z.object({
    success: z.boolean(),
    mappings: z.array(
      z.object({
        id: z.string(),
        event_name: z.string(),
        template: z.nullable(z.object({ slug: z.string(), name: z.string(), provider: z.nullable(z.object({ name: z.string() })) })),
        emails_sent: z.number(),
        is_active: z.boolean(),
      }),
    ),
  }),
})
