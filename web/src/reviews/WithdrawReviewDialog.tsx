import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'

type WithdrawReviewDialogProps = { act: ComponentProps<typeof AskDialog<unknown>>['act']; onClose: () => void }

export function WithdrawReviewDialog({ act, onClose }: WithdrawReviewDialogProps) {
  const { t } = useLingui()
  return (
    <AskDialog
      title={t`Withdraw this review?`}
      onClose={onClose}
      act={act}
      confirmLabel={t`Withdraw review`}
      pendingLabel={t`Withdrawing...`}
    >
      <p>
        <Trans>It ends no further access. What was revoked stays revoked.</Trans>
      </p>
    </AskDialog>
  )
}
