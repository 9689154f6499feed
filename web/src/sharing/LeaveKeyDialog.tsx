import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { leaveGroup } from '@twofold/contract/groups'
import type { SharedKey } from '@twofold/contract/keys'
import { leaveKey } from '@twofold/contract/sharing'
import { call } from '../lib/call.ts'
import { CallDialog } from './CallDialog.tsx'

/** Gives a key back that somebody shares; one that comes through a group goes with the group. */
export function LeaveKeyDialog({ item, onClose, onLeft }: { item: SharedKey; onClose: () => void; onLeft: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { group, name } = item
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['keys'] })
    onLeft()
  }
  return (
    <CallDialog
      title={group ? t`Leave the group ${group.name}?` : t`Leave ${name}?`}
      run={() => (group === null ? call(leaveKey, { params: { id: item.id } }) : call(leaveGroup, { params: { id: group.id } }))}
      failure={t`Failed to leave. Please try again.`}
      reload={reload}
      onClose={onClose}
      confirmLabel={t`Leave`}
      pendingLabel={t`Leaving...`}
    >
      <p>
        {group ? (
          <Trans>{name} comes through this group. You lose it and all other keys of the group; only its owner can add you again.</Trans>
        ) : (
          <Trans>You’ll lose access to this key. Only its owner can share it with you again.</Trans>
        )}
      </p>
    </CallDialog>
  )
}
