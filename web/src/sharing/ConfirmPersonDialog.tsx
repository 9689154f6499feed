import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { confirmShare, type Share } from '@twofold/contract/sharing'
import { call } from '../lib/call.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useReloadShares } from './shares.ts'

/** Where no mail proves an address, the owner vouches for who has signed up with it. */
export function ConfirmPersonDialog({ keyId, share, onClose }: { keyId: string; share: Share; onClose: () => void }) {
  const { t } = useLingui()
  const reload = useReloadShares(keyId)
  const email = share.email ?? ''
  const confirm = useMutation({
    mutationFn: () => call(confirmShare, { params: { id: keyId, share_id: share.id } }),
    meta: { fallback: t`Failed to confirm. Please try again.` },
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await reload()
    },
    onError: onClose,
  })
  return (
    <AlertDialog
      title={t`Confirm who signed up as ${email}?`}
      tone="primary"
      onClose={onClose}
      onConfirm={() => confirm.mutate()}
      pending={confirm.isPending}
      confirmLabel={t`Confirm`}
      pendingLabel={t`Confirming...`}
    >
      <p>
        <Trans>
          The key waits until the address is proved by mail. Confirm only when the person told you, in a way that you trust, that this
          account is theirs.
        </Trans>
      </p>
    </AlertDialog>
  )
}
