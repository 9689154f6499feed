import { Plural, useLingui } from '@lingui/react/macro'
import { type JoinedGroup, leaveGroup } from '@twofold/contract/sharing/memberships'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { groupKeys } from './groups.ts'

export function LeaveGroupDialog({ group: { id, name, keys }, onClose }: { group: JoinedGroup; onClose: () => void }) {
  const { t } = useLingui()
  const leave = useAct({
    send: () => call(leaveGroup, { params: { id } }),
    failed: t`Failed to leave. Please try again.`,
    renews: groupKeys,
    closes: onClose,
  })
  return (
    <AskDialog title={t`Leave the group ${name}?`} act={leave} onClose={onClose} confirmLabel={t`Leave`} pendingLabel={t`Leaving...`}>
      <p>
        <Plural
          value={keys}
          one="You’ll lose access to # key, unless it is shared with you in another way. Only its owner can add you again."
          other="You’ll lose access to # keys, except those shared with you in another way. Only its owner can add you again."
        />
      </p>
    </AskDialog>
  )
}
