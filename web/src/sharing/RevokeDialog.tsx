import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { revokeShare, type Share } from '@twofold/contract/sharing'
import { call } from '../lib/call.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'
import { shareName } from './share-name.ts'
import { useReloadShares } from './shares.ts'

export function RevokeDialog({ keyId, share, onClose }: { keyId: string; share: Share; onClose: () => void }) {
  const { t } = useLingui()
  const reload = useReloadShares(keyId)
  const who = shareName(share)
  const revoke = useMutation({
    mutationFn: () => call(revokeShare, { params: { id: keyId, share_id: share.id } }),
    meta: { fallback: t`Failed to revoke access. Please try again.` },
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await reload()
    },
    onError: onClose,
  })
  return (
    <AlertDialog
      title={t`Revoke access of ${who}?`}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      pending={revoke.isPending}
      confirmLabel={t`Revoke`}
      pendingLabel={t`Revoking...`}
    >
      <p>
        {share.group ? (
          <Plural
            value={share.group.members}
            one="# person gets no further code of this key, unless it is shared with them in another way too."
            other="# people get no further code of this key, unless it is shared with them in another way too."
          />
        ) : (
          <Trans>They get no further code from now on. An invitation that was not taken up is withdrawn.</Trans>
        )}
      </p>
      {share.permission === 'admin' && (
        <p className="text-text-2">
          <Trans>With full control they may have seen the secret: set it up anew at the service if that matters.</Trans>
        </p>
      )}
    </AlertDialog>
  )
}
