import { Trans, useLingui } from '@lingui/react/macro'
import { confirmShare, type Share } from '@twofold/contract/sharing'
import { call } from '../lib/call.ts'
import { CallDialog } from './CallDialog.tsx'
import { useReloadShares } from './shares.ts'

/** Where no mail proves an address, the owner vouches for who has signed up with it. */
export function ConfirmPersonDialog({ keyId, share, onClose }: { keyId: string; share: Share; onClose: () => void }) {
  const { t } = useLingui()
  const reload = useReloadShares(keyId)
  const email = share.email ?? ''
  return (
    <CallDialog
      title={t`Confirm who signed up as ${email}?`}
      tone="primary"
      run={() => call(confirmShare, { params: { id: keyId, share_id: share.id } })}
      failure={t`Failed to confirm. Please try again.`}
      reload={reload}
      onClose={onClose}
      confirmLabel={t`Confirm`}
      pendingLabel={t`Confirming...`}
    >
      <p>
        <Trans>
          The key waits until the address is proved by mail. Confirm only when the person told you, in a way that you trust, that this
          account is theirs.
        </Trans>
      </p>
    </CallDialog>
  )
}
