import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { deleteGroup, type Group } from '@twofold/contract/sharing/memberships'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { groupQuery, useReloadGroups } from './groups.ts'

interface DeleteGroupDialogProps {
  group: Group
  onClose: () => void
  /** Leads away from the group. */
  onDeleted: () => Promise<void>
}

export function DeleteGroupDialog({ group, onClose, onDeleted }: DeleteGroupDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const reload = useReloadGroups()
  const { id, name, members, keys } = group
  const forget = async (isAwaited: boolean) => {
    if (isAwaited) {
      await onDeleted()
      // No component needs it any longer.
      client.removeQueries(groupQuery(id))
    }
    await reload()
  }
  const act = useAct({
    send: () => call(deleteGroup, { params: { id } }),
    failed: t`Failed to delete the group. Please try again.`,
    renews: [],
    closes: onClose,
    onDone: (_, isAwaited) => void forget(isAwaited),
  })
  return (
    <AskDialog
      title={t`Delete the group ${name}?`}
      act={act}
      onClose={onClose}
      confirmLabel={t`Delete group`}
      pendingLabel={t`Deleting...`}
      touches={[
        { count: members, label: <Plural value={members} one="person" other="people" /> },
        { count: keys, label: <Plural value={keys} one="key" other="keys" /> },
      ]}
    >
      <p>
        <Trans>Its members lose what they have through it, from the next code on. The keys stay yours.</Trans>
      </p>
    </AskDialog>
  )
}
