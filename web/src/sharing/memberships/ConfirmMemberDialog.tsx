import { Trans } from '@lingui/react/macro'
import { confirmGroupMember } from '@twofold/contract/sharing/memberships'
import { call } from '../../lib/call.ts'
import { VouchDialog } from '../invitations/VouchDialog.tsx'
import { groupKeys } from './groups.ts'
import type { MemberDialogProps } from './RemoveMemberDialog.tsx'

export function ConfirmMemberDialog({ group, member: { id, email }, onClose }: MemberDialogProps) {
  return (
    <VouchDialog
      email={email}
      send={() => call(confirmGroupMember, { params: { id: group.id, member_id: id } })}
      renews={groupKeys}
      onClose={onClose}
    >
      <Trans>
        The keys of the group wait until the address is proved by e-mail. Confirm only when the person told you, in a way that you trust,
        that this account is theirs.
      </Trans>
    </VouchDialog>
  )
}
