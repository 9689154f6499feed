import { useLingui } from '@lingui/react/macro'
import type { MailCategory, MailStatus } from '@twofold/contract/mail-design/mail-terms'

export function useMailStatusLabels(): Record<MailStatus, string> {
  const { t } = useLingui()
  return {
    pending: t`Pending`,
    sent: t`Sent`,
    delivered: t`Delivered`,
    opened: t`Opened`,
    clicked: t`Clicked`,
    bounced: t`Bounced`,
    complained: t`Complained`,
    failed: t`Failed`,
    unknown: t`Outcome unknown`,
  }
}

export function useMailCategoryLabels(): Record<MailCategory, string> {
  const { t } = useLingui()
  return {
    system: t`System`,
    notification: t`Notification`,
    security: t`Security`,
    admin: t`Admin`,
    test: t`Test`,
    marketing: t`Marketing`,
  }
}
