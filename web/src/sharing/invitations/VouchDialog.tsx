import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { type ActOptions, useAct } from '../../kits/use-act.ts'

type VouchDialogProps = Pick<ActOptions<{ message: string }, void>, 'send' | 'renews'> & {
  email: string
  onClose: () => void
  children: ReactNode
}

/** Without e-mail an address cannot be proven, so the owner vouches for the account that signed up with it. */
export function VouchDialog({ email, send, renews, onClose, children }: VouchDialogProps) {
  const { t } = useLingui()
  const act = useAct({ send, failed: t`Failed to confirm. Please try again.`, renews, closes: onClose })
  return (
    <AskDialog
      title={t`Confirm who signed up as ${email}?`}
      tone="primary"
      act={act}
      onClose={onClose}
      confirmLabel={t`Confirm`}
      pendingLabel={t`Confirming...`}
    >
      <p>{children}</p>
    </AskDialog>
  )
}
