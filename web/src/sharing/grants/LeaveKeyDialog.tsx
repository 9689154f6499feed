import { Trans, useLingui } from '@lingui/react/macro'
import { leaveGroup } from '@twofold/contract/sharing/memberships'
import type { SharedKey } from '@twofold/contract/keys'
import { leaveKey } from '@twofold/contract/sharing/grants'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'

/** Gives a key back that somebody shares; one that comes through a group goes with the group. */
export function LeaveKeyDialog({ item, onClose, onLeft }: { item: SharedKey; onClose: () => void; onLeft: () => void }) {
  const { t } = useLingui()
  const { group, name } = item
  const leave = useAct({
    send: () => (group === null ? call(leaveKey, { params: { id: item.id } }) : call(leaveGroup, { params: { id: group.id } })),
    failed: t`Failed to leave. Please try again.`,
    renews: [['keys']],
    closes: onClose,
    onDone: onLeft,
  })
  return (
    <AskDialog
      title={group ? t`Leave the group ${group.name}?` : t`Leave ${name}?`}
      act={leave}
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
    </AskDialog>
  )
}
