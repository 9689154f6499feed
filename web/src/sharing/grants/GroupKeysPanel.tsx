import { Trans, useLingui, Plural } from '@lingui/react/macro'
import type { Group, GroupKey } from '@twofold/contract/sharing/memberships'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { Plus } from '../../ui/icons/Plus.ts'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ChangeAccessDialog } from './ChangeAccessDialog.tsx'
import { GroupKeyRow } from './GroupKeyRow.tsx'
import { type OwnKeys, AddKeysToGroupDialog } from './AddKeysToGroupDialog.tsx'
import { revokeShare } from '@twofold/contract/sharing/grants'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { sharesKeys } from './reload-shares.ts'

interface GroupKeysPanelProps {
  group: Group
  keys: readonly GroupKey[]
  own: OwnKeys
}

export function GroupKeysPanel({ group, keys, own }: GroupKeysPanelProps) {
  const { t } = useLingui()
  const [isSharing, setSharing] = useState(false)
  const [changing, setChanging] = useState<GroupKey>()
  const [taking, setTaking] = useState<GroupKey>()
  return (
    <Panel
      title={t`Keys`}
      padding="none"
      actions={
        <Button size="sm" icon={Plus} onPress={() => setSharing(true)}>
          <Trans>Share keys</Trans>
        </Button>
      }
    >
      {keys.length === 0 ? (
        <EmptyState icon={KeyRound} level={3} title={t`No keys yet`}>
          <Trans>Share keys with the group, and everybody in it has their codes.</Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Keys`}>
          {keys.map((item) => (
            <GroupKeyRow key={item.share_id} item={item} onChange={() => setChanging(item)} onTake={() => setTaking(item)} />
          ))}
        </ul>
      )}
      {isSharing && <AddKeysToGroupDialog group={group} {...{ own, keys }} onClose={() => setSharing(false)} />}
      {changing && (
        <ChangeAccessDialog
          keyId={changing.id}
          share={{ ...changing, id: changing.share_id }}
          who={changing.name}
          onClose={() => setChanging(undefined)}
        />
      )}
      {taking && <TakeGroupKeyDialog group={group} item={taking} onClose={() => setTaking(undefined)} />}
    </Panel>
  )
}

function TakeGroupKeyDialog({ group, item, onClose }: { group: Group; item: GroupKey; onClose: () => void }) {
  const { t } = useLingui()
  const take = useAct({
    send: () => call(revokeShare, { params: { id: item.id, share_id: item.share_id } }),
    failed: t`Failed to revoke access. Please try again.`,
    renews: sharesKeys(item.id),
    closes: onClose,
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
