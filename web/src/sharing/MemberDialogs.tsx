import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { confirmGroupMember, type Group, type GroupMember, removeGroupMember } from '@twofold/contract/groups'
import { call } from '../lib/call.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useReloadGroups } from './groups.ts'

interface MemberDialogProps {
  group: Group
  member: GroupMember
  onClose: () => void
}

export function RemoveMemberDialog({ group, member, onClose }: MemberDialogProps) {
  const { t } = useLingui()
  const reload = useReloadGroups()
  const who = member.name?.trim() || member.email
  const remove = useMutation({
    mutationFn: () => call(removeGroupMember, { params: { id: group.id, member_id: member.id } }),
    meta: { fallback: t`Failed to remove from the group. Please try again.` },
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await reload()
    },
    onError: onClose,
  })
  return (
    <AlertDialog
      title={t`Remove ${who} from ${group.name}?`}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
      confirmLabel={t`Remove`}
      pendingLabel={t`Removing...`}
    >
      <p>
        <Plural
          value={group.keys}
          one="They get no further code of the group’s # key, unless it is shared with them in another way too."
          other="They get no further code of the group’s # keys, unless they are shared with them in another way too."
        />
      </p>
      <p className="text-text-2">
        <Trans>With full control they may have seen a secret: set it up anew at the service if that matters.</Trans>
      </p>
    </AlertDialog>
  )
}

/** Where no mail proves an address, the owner vouches for who has signed up with it. */
export function ConfirmMemberDialog({ group, member: { id, email }, onClose }: MemberDialogProps) {
  const { t } = useLingui()
  const reload = useReloadGroups()
  const confirm = useMutation({
    mutationFn: () => call(confirmGroupMember, { params: { id: group.id, member_id: id } }),
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
          The keys of the group wait until the address is proved by mail. Confirm only when the person told you, in a way that you trust,
          that this account is theirs.
        </Trans>
      </p>
    </AlertDialog>
  )
}
