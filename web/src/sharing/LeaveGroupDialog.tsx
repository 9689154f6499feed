import { Plural, useLingui } from '@lingui/react/macro'
import { type JoinedGroup, leaveGroup } from '@twofold/contract/groups'
import { call } from '../lib/call.ts'
import { CallDialog } from './CallDialog.tsx'
import { useReloadGroups } from './groups.ts'

export function LeaveGroupDialog({ group: { id, name, keys }, onClose }: { group: JoinedGroup; onClose: () => void }) {
  const { t } = useLingui()
  const reload = useReloadGroups()
  return (
    <CallDialog
      title={t`Leave the group ${name}?`}
      run={() => call(leaveGroup, { params: { id } })}
      failure={t`Failed to leave. Please try again.`}
      reload={reload}
      onClose={onClose}
      confirmLabel={t`Leave`}
      pendingLabel={t`Leaving...`}
    >
      <p>
        <Plural
          value={keys}
          one="You’ll lose access to # key, unless it is shared with you in another way. Only its owner can add you again."
          other="You’ll lose access to # keys, except those shared with you in another way. Only its owner can add you again."
        />
      </p>
    </CallDialog>
  )
}
