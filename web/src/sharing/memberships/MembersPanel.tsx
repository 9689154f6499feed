import { Trans, useLingui } from '@lingui/react/macro'
import type { Group, GroupMember } from '@twofold/contract/sharing/memberships'
import { Users } from '../../ui/icons/Users.ts'
import { useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AddMemberForm } from './AddMemberForm.tsx'
import { ConfirmMemberDialog } from './ConfirmMemberDialog.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'
import { MemberRow } from './MemberRow.tsx'

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
