import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { AlertDialog } from '../ui/AlertDialog.tsx'

interface RemoveFactorDialogProps {
  title: string
  /** After this one there is none. */
  isLast: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before a second factor goes, the more so when it is the last one. */
export function RemoveFactorDialog({ title, isLast, isPending, onConfirm, onClose, children }: RemoveFactorDialogProps) {
  const { t } = useLingui()
  return (
    <AlertDialog
      title={title}
      onClose={onClose}
      onConfirm={onConfirm}
      confirmLabel={t`Remove`}
      pendingLabel={t`Removing...`}
      pending={isPending}
    >
      <div className="grid gap-4">
        <p>{children}</p>
        {isLast && (
          <Alert type="warning" title={t`This is your last second factor`}>
            <Trans>Your password alone will be enough to sign in, and your recovery codes will stop working.</Trans>
          </Alert>
        )}
      </div>
    </AlertDialog>
  )
}
