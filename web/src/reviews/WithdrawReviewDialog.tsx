import { Trans, useLingui } from '@lingui/react/macro'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { useWithdrawReview } from './reviews.ts'

export function WithdrawReviewDialog({ id, onClose, onDone }: { id: string; onClose: () => void; onDone: () => void }) {
  const { t } = useLingui()
  const withdraw = useWithdrawReview(id, onDone)
  return (
    <AlertDialog
      title={t`Withdraw this review?`}
      onClose={onClose}
      onConfirm={() => withdraw.mutate(undefined, { onSettled: onClose })}
      pending={withdraw.isPending}
      confirmLabel={t`Withdraw review`}
      pendingLabel={t`Withdrawing...`}
    >
      <p>
        <Trans>Nothing more ends by it. What was revoked stays revoked.</Trans>
      </p>
    </AlertDialog>
  )
}
