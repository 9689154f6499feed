import { Trans, useLingui } from '@lingui/react/macro'
import { confirmShare, type Share } from '@twofold/contract/sharing'
import type { ComponentProps } from 'react'
import { call } from '../lib/call.ts'
import { CallDialog } from './CallDialog.tsx'
import { useReloadShares } from './shares.ts'

type VouchDialogProps = Pick<ComponentProps<typeof CallDialog>, 'run' | 'reload' | 'onClose' | 'children'> & { email: string }

/** Where no mail proves an address, the owner vouches for who has signed up with it. */
export function VouchDialog({ email, children, ...dialog }: VouchDialogProps) {
  const { t } = useLingui()
  return (
    <CallDialog
      {...dialog}
      title={t`Confirm who signed up as ${email}?`}
      tone="primary"
      failure={t`Failed to confirm. Please try again.`}
      confirmLabel={t`Confirm`}
      pendingLabel={t`Confirming...`}
    >
      <p>{children}</p>
    </CallDialog>
  )
}

export function ConfirmPersonDialog({ keyId, share, onClose }: { keyId: string; share: Share; onClose: () => void }) {
  const reload = useReloadShares(keyId)
  return (
    <VouchDialog
      email={share.email ?? ''}
      run={() => call(confirmShare, { params: { id: keyId, share_id: share.id } })}
      reload={reload}
      onClose={onClose}
    >
      <Trans>
        The key waits until the address is proved by mail. Confirm only when the person told you, in a way that you trust, that this account
        is theirs.
      </Trans>
    </VouchDialog>
  )
}
