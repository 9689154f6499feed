import { useLingui } from '@lingui/react/macro'
import type { SuppressionReason } from '@twofold/contract/mail-rules/suppression-reason'

export function useReasonLabels(): Record<SuppressionReason, string> {
  const { t } = useLingui()
  return { bounce: t`Bounced`, complaint: t`Complained`, manual: t`Added by hand`, unsubscribe: t`Unsubscribed` }
}
