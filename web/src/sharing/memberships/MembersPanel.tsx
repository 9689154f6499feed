import { Trans, useLingui } from '@lingui/react/macro'
import { type Group, type GroupMember, confirmGroupMember } from '@twofold/contract/sharing/memberships'
import { Users } from '../../ui/icons/Users.ts'
import { useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AddMemberForm } from './AddMemberForm.tsx'
import { RemoveMemberDialog, type MemberDialogProps } from './RemoveMemberDialog.tsx'
import { call } from '../../lib/call.ts'
import { VouchDialog } from '../invitations/VouchDialog.tsx'
import { groupKeys } from './groups.ts'
import { UserCheck } from '../../ui/icons/UserCheck.ts'
import { UserMinus } from '../../ui/icons/UserMinus.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Face } from '../../ui/Face.tsx'
import { When } from '../../ui/When.tsx'
import { Row } from '../../ui/Row.tsx'

export function MembersPanel({ group, members }: { group: Group; members: readonly GroupMember[] }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<{ act: 'confirm' | 'remove'; member: GroupMember }>()
  const Question = asking?.act === 'confirm' ? ConfirmMemberDialog : RemoveMemberDialog
  return (
    <Panel title={t`Members`} padding="none">
      <AddMemberForm groupId={group.id} />
      {members.length === 0 ? (
        <EmptyState icon={Users} level={3} title={t`Nobody is in it yet`}>
          <Trans>Add people by their e-mail address.</Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Members`}>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              onConfirm={() => setAsking({ act: 'confirm', member })}
              onRemove={() => setAsking({ act: 'remove', member })}
            />
          ))}
        </ul>
      )}
      {asking && <Question group={group} member={asking.member} onClose={() => setAsking(undefined)} />}
    </Panel>
  )
}

function ConfirmMemberDialog({ group, member: { id, email }, onClose }: MemberDialogProps) {
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

interface MemberRowProps {
  member: GroupMember
  onConfirm: () => void
  onRemove: () => void
}

function MemberRow({ member: { email, name, added_at: addedAt }, onConfirm, onRemove }: MemberRowProps) {
  const { t } = useLingui()
  const who = name?.trim() || email
  return (
    <Row>
      <Face name={who} size="sm" />
      <div>
        <p className="font-medium">{who}</p>
        <p className="text-sm text-text-2">
          {who !== email && <>{email} · </>}
          <Trans>
            Added <When at={addedAt} />
          </Trans>
        </p>
      </div>
      <div className="flex gap-1">
        {name === null && <IconButton size="sm" icon={UserCheck} label={t`Confirm who signed up as ${email}`} onPress={onConfirm} />}
        <IconButton size="sm" icon={UserMinus} label={t`Remove ${who}`} onPress={onRemove} />
      </div>
    </Row>
  )
}
