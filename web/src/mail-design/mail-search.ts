import type { MailCategory, MailStatus } from '@twofold/contract/mail-design/mail-terms'
import type { ProviderKind } from '@twofold/contract/mail-design/mail-terms'

/* What of the mails stands in an address. The first script reads it, so nothing here brings the calls of the back office along. */

export const mailStatuses = [
  'pending',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'failed',
  'unknown',
] as const satisfies MailStatus[]
export const mailProviders = ['ses', 'smtp', 'zoho'] as const satisfies ProviderKind[]
export const mailCategories = ['system', 'notification', 'security', 'admin', 'test', 'marketing'] as const satisfies MailCategory[]
