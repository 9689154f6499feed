import { Plural, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type JoinedGroup, leaveGroup } from '@twofold/contract/groups'
import { call } from '../lib/call.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useReloadGroups } from './groups.ts'

export function LeaveGroupDialog({ group: { id, name, keys }, onClose }: { group: JoinedGroup; onClose: () => void }) {
  const { t } = useLingui()
  const reload = useReloadGroups()
  const leave = useMutation({
    mutationFn: () => call(leaveGroup, { params: { id } }),
    meta: { fallback: t`Failed to leave. Please try again.` },
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await reload()
    },
    onError: onClose,
  })
  return (
    <AlertDialog
      title={t`Leave the group ${name}?`}
      onClose={onClose}
      onConfirm={() => leave.mutate()}
      pending={leave.isPending}
      confirmLabel={t`Leave`}
      pendingLabel={t`Leaving...`}
    >
      <p>
        <Plural
          value={keys}
          one="You get no further code of its # key, unless it is shared with you in another way too. Only its owner can add you again."
          other="You get no further code of its # keys, unless they are shared with you in another way too. Only its owner can add you again."
        />
      </p>
    </AlertDialog>
  )
}
