import { Trans } from '@lingui/react/macro'
import { confirmShare, type Share } from '@twofold/contract/sharing/grants'
import { call } from '../../lib/call.ts'
import { VouchDialog } from '../invitations/VouchDialog.tsx'
import { sharesKeys } from './reload-shares.ts'

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
