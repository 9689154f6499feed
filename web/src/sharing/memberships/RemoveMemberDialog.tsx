import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Group, type GroupMember, removeGroupMember } from '@twofold/contract/sharing/memberships'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { groupKeys } from './groups.ts'

export interface MemberDialogProps {
  group: Group
  member: GroupMember
  onClose: () => void
}

export function RemoveMemberDialog({ group, member, onClose }: MemberDialogProps) {
  const { t } = useLingui()
  const remove = useAct({
    send: () => call(removeGroupMember, { params: { id: group.id, member_id: member.id } }),
    failed: t`Failed to remove from the group. Please try again.`,
    renews: groupKeys,
    closes: onClose,
  })
  const who = member.name?.trim() || member.email
  return (
    <AskDialog
      title={t`Remove ${who} from ${group.name}?`}
      act={remove}
      onClose={onClose}
      confirmLabel={t`Remove`}
      pendingLabel={t`Removing...`}
    >
      <p>
        <Plural
          value={group.keys}
          one="They’ll lose access to the group’s # key, unless it is shared with them in another way."
          other="They’ll lose access to the group’s # keys, except those shared with them in another way."
        />
      </p>
      <p className="text-text-2">
        <Trans>With full control they may have seen a secret: set it up again at the service if that matters.</Trans>
      </p>
    </AskDialog>
  )
}
