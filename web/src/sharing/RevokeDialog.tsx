import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { revokeShare, type Share } from '@twofold/contract/sharing'
import { call } from '../lib/call.ts'
import { CallDialog } from './CallDialog.tsx'
import { shareName } from './share-name.ts'
import { useReloadShares } from './shares.ts'

export function RevokeDialog({ keyId, share, onClose }: { keyId: string; share: Share; onClose: () => void }) {
  const { t } = useLingui()
  const reload = useReloadShares(keyId)
  const who = shareName(share)
  return (
    <CallDialog
      title={t`Revoke access of ${who}?`}
      run={() => call(revokeShare, { params: { id: keyId, share_id: share.id } })}
      failure={t`Failed to revoke access. Please try again.`}
      reload={reload}
      onClose={onClose}
      confirmLabel={t`Revoke`}
      pendingLabel={t`Revoking...`}
    >
      <p>
        {share.group ? (
          <Plural
            value={share.group.members}
            one="# person loses access to this key, unless it is shared with them in another way."
            other="# people lose access to this key, unless it is shared with them in another way."
          />
        ) : (
          <Trans>They lose access immediately. An unused invitation is withdrawn.</Trans>
        )}
      </p>
      {share.permission === 'admin' && (
        <p className="text-text-2">
          <Trans>With full control they may have seen the secret: set it up anew at the service if that matters.</Trans>
        </p>
      )}
    </CallDialog>
  )
}
