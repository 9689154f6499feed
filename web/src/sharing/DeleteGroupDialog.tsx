import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { deleteGroup, type Group } from '@twofold/contract/groups'
import { call } from '../lib/call.ts'
import { BlastRadius } from '../ui/BlastRadius.tsx'
import { CallDialog } from './CallDialog.tsx'
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
  const forget = async () => {
    await onDeleted()
    // Nothing asks for it any more.
    client.removeQueries(groupQuery(id))
    await reload()
  }
  return (
    <CallDialog
      title={t`Delete the group ${name}?`}
      run={() => call(deleteGroup, { params: { id } })}
      failure={t`Failed to delete the group. Please try again.`}
      reload={forget}
      onClose={onClose}
      confirmLabel={t`Delete group`}
      pendingLabel={t`Deleting...`}
    >
      <p>
        <Trans>Its members lose what they have through it, from the next code on. The keys stay yours.</Trans>
      </p>
      <BlastRadius
        label={t`What this touches`}
        facts={[
          { count: members, label: <Plural value={members} one="person" other="people" /> },
          { count: keys, label: <Plural value={keys} one="key" other="keys" /> },
        ]}
      />
    </CallDialog>
  )
}
