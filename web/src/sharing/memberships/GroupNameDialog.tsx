import { Trans, useLingui } from '@lingui/react/macro'
import { addGroup, type Group, groupNameField, renameGroup } from '@twofold/contract/sharing/memberships'
import { limits } from '@twofold/contract/limits'
import { looksLikeSecret } from '@twofold/contract/looks-like-secret'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { fieldComplaint } from '../../lib/field-complaint.ts'
import { TextField } from '../../ui/TextField.tsx'
import { groupKeys } from './groups.ts'

interface GroupNameDialogProps {
  /** Left out: a new one is made. */
  group?: Group
  onClose: () => void
  /** Gets the group, while somebody waits for it. */
  onDone?: (group: Group) => void
}

export function GroupNameDialog({ group, onClose, onDone }: GroupNameDialogProps) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { name: group?.name ?? '' },
    send: ({ name: typed }) => {
      const name = typed.trim()
      return group ? call(renameGroup, { params: { id: group.id }, body: { name } }) : call(addGroup, { body: { name } })
    },
    secretsIn: ({ name }) => (name !== group?.name && looksLikeSecret(name) ? [t`Name`] : []),
    failed: group ? t`Failed to rename the group. Please try again.` : t`Failed to make the group. Please try again.`,
    renews: groupKeys,
    onDone: ({ group: made }, isAwaited) => isAwaited && onDone?.(made),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={group ? t`Rename group` : t`New group`}
      subtitle={group ? undefined : t`People you share keys with as a group.`}
      size="sm"
      submitLabel={group ? <Trans>Rename</Trans> : <Trans>Make group</Trans>}
      pendingLabel={t`Saving...`}
    >
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={limits.groupNameMax}
        {...form.field('name', (text) => fieldComplaint(groupNameField, text))}
      />
    </FormDialog>
  )
}
