import { Plural, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { Group, GroupKey } from '@twofold/contract/groups'
import { revokeShare } from '@twofold/contract/sharing'
import { call } from '../lib/call.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useReloadShares } from './shares.ts'

/** Ends what a group has of one key. */
export function TakeGroupKeyDialog({ group, item, onClose }: { group: Group; item: GroupKey; onClose: () => void }) {
  const { t } = useLingui()
  const reload = useReloadShares(item.id)
  const take = useMutation({
    mutationFn: () => call(revokeShare, { params: { id: item.id, share_id: item.share_id } }),
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
      title={t`Stop sharing ${item.name} with ${group.name}?`}
      onClose={onClose}
      onConfirm={() => take.mutate()}
      pending={take.isPending}
      confirmLabel={t`Stop sharing`}
      pendingLabel={t`Revoking...`}
    >
      <p>
        <Plural
          value={group.members}
          one="# person gets no further code of this key, unless it is shared with them in another way too."
          other="# people get no further code of this key, unless it is shared with them in another way too."
        />
      </p>
    </AlertDialog>
  )
}
