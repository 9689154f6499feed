import { Trans, useLingui } from '@lingui/react/macro'
import { AskDialog } from '../kits/AskDialog.tsx'
import { useWithdrawReview } from './reviews.ts'

export function WithdrawReviewDialog({ id, onClose, onDone }: { id: string; onClose: () => void; onDone: () => void }) {
  const { t } = useLingui()
  const withdraw = useWithdrawReview(id, onDone)
  return (
    <AskDialog
      title={t`Withdraw this review?`}
      onClose={onClose}
      act={withdraw}
      confirmLabel={t`Withdraw review`}
      pendingLabel={t`Withdrawing...`}
    >
      <p>
        <Trans>Nothing more ends by it. What was revoked stays revoked.</Trans>
      </p>
    </AskDialog>
  )
}
