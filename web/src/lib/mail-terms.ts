import type { MailCategory, MailStatus, ProviderKind } from '@twofold/contract/mail-design/mail-terms'

/* Search parameters of the e-mail screens. The first script reads them, so nothing here may import the back office's calls. */

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
