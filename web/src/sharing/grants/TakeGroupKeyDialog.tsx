import { Plural, useLingui } from '@lingui/react/macro'
import type { Group, GroupKey } from '@twofold/contract/sharing/memberships'
import { revokeShare } from '@twofold/contract/sharing/grants'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { sharesKeys } from './reload-shares.ts'

/** Ends what a group has of one key. */
export function TakeGroupKeyDialog({ group, item, onClose }: { group: Group; item: GroupKey; onClose: () => void }) {
  const { t } = useLingui()
  const take = useAct({
    send: () => call(revokeShare, { params: { id: item.id, share_id: item.share_id } }),
    failed: t`Failed to revoke access. Please try again.`,
    renews: sharesKeys(item.id),
    onAnswer: onClose,
  })
  return (
    <AskDialog
      title={t`Stop sharing ${item.name} with ${group.name}?`}
      act={take}
      onClose={onClose}
      confirmLabel={t`Stop sharing`}
      pendingLabel={t`Revoking...`}
    >
      <p>
        <Plural
          value={group.members}
          one="# person loses access to this key, unless it is shared with them in another way."
          other="# people lose access to this key, unless it is shared with them in another way."
        />
      </p>
    </AskDialog>
  )
}
