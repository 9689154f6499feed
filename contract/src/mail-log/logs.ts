import * as z from 'zod/mini'
import { dayField } from '../days.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf, searchField } from '../paging.ts'
import { mailCategory, mailStatus, providerKind } from '../mail-design/mail-terms.ts'
import { idOrSlug } from '../mail-design/slugs.ts'
import { decisionTrace } from '../mail-rules/mappings.ts'
import { done, said } from '../said.ts'

const endpoint = taggedEndpoint('E-mail logs')

const filters = {
  status: z.optional(mailStatus),
  provider: z.optional(providerKind),
  category: z.optional(mailCategory),
  /** Any part of the address. */
  recipient_email: searchField,
  /** Any part of the subject. */
  subject: searchField,
  /** Days in UTC on which it was written, both included. */
  from: z.optional(dayField),
  to: z.optional(dayField),
  /** The whole id of the request that it follows from, as its answer says in `x-request-id`. */
  request: searchField,
}

const time = z.nullable(z.string())

const listed = {
  id: z.string(),
  status: mailStatus,
  status_label: z.string(),
  recipient_email: z.string(),
  recipient_name: z.nullable(z.string()),
  /** The account it was for. */
  user: z.nullable(z.object({ id: z.string(), name: z.string() })),
  subject: z.string(),
  template: z.nullable(z.object({ slug: z.string(), name: z.string() })),
  category: z.string(),
  event_name: z.nullable(z.string()),
  /** Tries so far. */
  attempts: z.number(),
  provider: z.nullable(providerKind),
  provider_name: z.nullable(z.string()),
  /** The same for every attempt. */
  message_id: z.string(),
  /** The provider's own id for it. */
  provider_message_id: z.nullable(z.string()),
  provider_response: z.nullable(z.string()),
  /** Reason why it is not sent yet: `no_provider`, `no_room:…`, `retry`. */
  waiting_reason: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: time,
  delivered_at: time,
  opened_at: time,
  clicked_at: time,
  bounced_at: time,
  complained_at: time,
  failed_at: time,
}

export const mailLog = z.object(listed)
export type MailLog = z.infer<typeof mailLog>

export const mailAttempt = z.object({
  number: z.number(),
  provider_name: z.string(),
  /** `interrupted`: the worker ended during the hand-over. */
  outcome: z.enum(['accepted', 'refused', 'provider_failed', 'deferred', 'unknown', 'interrupted']),
  code: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  started_at: z.string(),
  finished_at: time,
})

/** `delivered`: it has arrived after all. `sent_again`: another e-mail takes its place. */
export const mailResolution = z.enum(['delivered', 'sent_again'])
export type MailResolution = z.infer<typeof mailResolution>

export const mailLogDetails = z.object({
  ...listed,
  template: z.nullable(z.object({ slug: z.string(), name: z.string(), is_deleted: z.boolean() })),
  /** One-time links are redacted. Null after the retention of bodies. */
  html_content: z.nullable(z.string()),
  text_content: z.nullable(z.string()),
  /** URL of the HTML for a frame: for this session only, for five minutes. Null if there is none. */
  preview_url: z.nullable(z.string()),
  /** An administrator's decision about an e-mail with an unknown outcome. */
  resolution: z.nullable(z.object({ as: mailResolution, at: z.string() })),
  /** The request that it follows from. Null: it follows from none. */
  request_id: z.nullable(z.string()),
  /** Every try to hand it over. */
  attempt_log: z.array(mailAttempt),
  /** Reason why it was sent. */
  decision: z.nullable(z.object({ reason: z.string(), decided_at: z.string(), trace: decisionTrace })),
})
export type MailLogDetails = z.infer<typeof mailLogDetails>

export const listMailLogs = endpoint('GET /admin/email/logs', {
  summary: 'List e-mails by status, provider, category, recipient, subject, days and request, newest first',
  query: z.strictObject({ ...filters, page: pageField }),
  response: z.object({ success: z.boolean(), logs: pageOf(mailLog) }),
})

export const getMailLog = endpoint('GET /admin/email/logs/{id}', {
  summary: 'Get an e-mail: its content without one-time links, every delivery attempt, and why it was sent',
  errors: ['email.log_not_found'],
  response: z.object({ success: z.boolean(), log: mailLogDetails }),
})

export const resendMail = endpoint('POST /admin/email/logs/{id}/resend', {
  summary: 'Resend a failed or bounced e-mail as a new one',
  idempotent: true,
  errors: [
    'email.already_resent',
    'email.content_gone',
    'email.link_not_kept',
    'email.log_not_found',
    'email.not_resendable',
    'email.template_missing',
    'email.template_unsound',
  ],
  response: z.object({ ...done, email_log_id: z.string() }),
})

/** E-mails that are resent at once. */
export const resendMost = 100

const chosenMails = z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(resendMost)) })

const chosenMail = { id: z.string(), recipient_email: z.string(), subject: z.string() }

export const checkResending = endpoint('POST /admin/email/logs/resend/check', {
  summary: 'Say how many of these e-mails can be resent, and why others cannot, as far as it can be told before',
  body: chosenMails,
  response: z.object({ ready: z.number(), left_out: z.array(z.object({ ...chosenMail, ...said })) }),
})
export type ResendCheck = z.infer<typeof checkResending.response>

export const resendMails = endpoint('POST /admin/email/logs/resend', {
  summary: 'Resend failed or bounced e-mails as new ones, one a second; each succeeds or fails separately',
  idempotent: true,
  body: chosenMails,
  /** `email_log_id`: the new e-mail's; null if it was left out. */
  response: z.object({
    ...said,
    results: z.array(z.object({ ...chosenMail, ok: z.boolean(), email_log_id: z.nullable(z.string()), ...said })),
  }),
})

export const resolveMail = endpoint('POST /admin/email/logs/{id}/resolve', {
  summary: 'Resolve an e-mail with an unknown outcome, once: delivered, or sent again with a new one-time link',
  idempotent: true,
  body: z.strictObject({ as: mailResolution }),
  /** `email_log_id`: the new e-mail's; null if it was delivered. */
  errors: [
    'email.already_resent',
    'email.already_resolved',
    'email.content_gone',
    'email.link_not_kept',
    'email.log_not_found',
    'email.outcome_known',
    'email.template_missing',
    'email.template_unsound',
  ],
  response: z.object({ ...done, email_log_id: z.nullable(z.string()) }),
})

const exportFilters = z.strictObject(filters)
export type MailFilters = z.infer<typeof exportFilters>

export const exportMailLogs = endpoint('POST /admin/email/logs/export', {
  summary: 'Export the filtered e-mail log as CSV. What a spreadsheet would read as a formula has an apostrophe before it',
  query: exportFilters,
  response: z.string(),
  files: ['text/csv'],
})

export const listTemplateLogs = endpoint('GET /admin/email/templates/{id}/logs', {
  tag: 'E-mail templates',
  summary: 'List the newest e-mails of a template, with its figures',
  params: idOrSlug,
  query: z.strictObject({
    status: z.optional(mailStatus),
    provider: z.optional(providerKind),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 6),
  }),
  errors: ['email.template_not_found'],
  response: z.object({
    success: z.boolean(),
    logs: z.object({ data: z.array(mailLog) }),
    summary: z.object({ total_logs: z.number(), success_rate: z.number(), status_counts: z.record(z.string(), z.number()) }),
    filters: z.object({ providers: z.record(z.string(), z.string()) }),
  }),
})
