import { Trans, useLingui } from '@lingui/react/macro'
import { confirmShare, type Share } from '@twofold/contract/sharing'
import type { ReactNode } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { type ActOptions, useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { sharesKeys } from './shares.ts'

type VouchDialogProps = Pick<ActOptions<{ message: string }, void>, 'send' | 'renews'> & {
  email: string
  onClose: () => void
  children: ReactNode
}

/** Where no mail proves an address, the owner vouches for who has signed up with it. */
export function VouchDialog({ email, send, renews, onClose, children }: VouchDialogProps) {
  const { t } = useLingui()
  const act = useAct({ send, failed: t`Failed to confirm. Please try again.`, renews, onAnswer: onClose })
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

export function ConfirmPersonDialog({ keyId, share, onClose }: { keyId: string; share: Share; onClose: () => void }) {
  return (
    <VouchDialog
      email={share.email ?? ''}
      send={() => call(confirmShare, { params: { id: keyId, share_id: share.id } })}
      renews={sharesKeys(keyId)}
      onClose={onClose}
    >
      <Trans>
        The key waits until the address is proved by e-mail. Confirm only when the person told you, in a way that you trust, that this
        account is theirs.
      </Trans>
    </VouchDialog>
  )
}
