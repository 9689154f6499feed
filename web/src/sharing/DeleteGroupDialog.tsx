import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteGroup, type Group } from '@twofold/contract/groups'
import { call } from '../lib/call.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { BlastRadius } from '../ui/BlastRadius.tsx'
import { toast } from '../ui/toast.ts'
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
  const remove = useMutation({
    mutationFn: () => call(deleteGroup, { params: { id } }),
    meta: { fallback: t`Failed to delete the group. Please try again.` },
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await onDeleted()
      // Nothing asks for it any more.
      client.removeQueries(groupQuery(id))
      await reload()
    },
    onError: onClose,
  })
  return (
    <AlertDialog
      title={t`Delete the group ${name}?`}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
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
    </AlertDialog>
  )
}
