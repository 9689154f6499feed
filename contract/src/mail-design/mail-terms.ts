import * as z from 'zod/mini'

/** `unknown`: handed over without a known outcome; not sent again automatically. */
export const mailStatus = z.enum(['pending', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'failed', 'unknown'])
export type MailStatus = z.infer<typeof mailStatus>

export const mailStatusLabels = {
  pending: 'Pending',
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  complained: 'Complained',
  failed: 'Failed',
  unknown: 'Outcome unknown',
} as const satisfies Record<MailStatus, string>

export const mailCategory = z.enum(['system', 'notification', 'marketing', 'security', 'admin', 'test'])
export type MailCategory = z.infer<typeof mailCategory>

export const providerKind = z.enum(['ses', 'smtp', 'zoho'])
export type ProviderKind = z.infer<typeof providerKind>

export const providerLabels = { ses: 'Amazon SES', smtp: 'SMTP', zoho: 'Zoho Mail' } as const satisfies Record<ProviderKind, string>

/** `updated_at` as it was read: where it is given, a change is refused when somebody else was faster. */
export const unchangedSince = z.optional(z.iso.datetime())
