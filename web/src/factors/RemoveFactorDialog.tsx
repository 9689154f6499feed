import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { Alert } from '../ui/Alert.tsx'
import type { useFactorChange } from './use-factor-change.ts'

interface RemoveFactorDialogProps {
  act: ReturnType<typeof useFactorChange<unknown>>
  title: string
  /** It is the last one. */
  isLast: boolean
  onClose: () => void
  children: ReactNode
}

/** Asks before a second factor goes, the more so when it is the last one. */
export function RemoveFactorDialog({ isLast, children, ...question }: RemoveFactorDialogProps) {
  const { t } = useLingui()
  return (
    <AskDialog {...question} confirmLabel={t`Remove`} pendingLabel={t`Removing...`}>
      <p>{children}</p>
      {isLast && (
        <Alert type="warning" title={t`This is your last second factor`}>
          <Trans>Your password alone will be enough to sign in, and your recovery codes will stop working.</Trans>
        </Alert>
      )}
    </AskDialog>
  )
}
