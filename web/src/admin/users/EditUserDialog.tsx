import { Trans, useLingui } from '@lingui/react/macro'
import { updateUser } from '@twofold/contract/admin/users'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { TextField } from '../../ui/TextField.tsx'
import { usersKey } from './users.ts'

export function EditUserDialog({ user, onClose }: { user: { id: string; name: string; email: string }; onClose: () => void }) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { name: user.name, email: user.email },
    send: (body) => call(updateUser, { params: { id: user.id }, body }),
    failed: t`The user could not be changed`,
    renews: [usersKey],
    onClose,
  })
  return (
    <FormDialog form={form} title={t`Edit User`} subtitle={user.name} size="sm" submitLabel={<Trans>Save</Trans>}>
      <TextField autoFocus label={t`Name`} {...form.field('name')} />
      <TextField
        label={t`Email`}
        type="email"
        help={t`A new address stays unverified until the user confirms it.`}
        {...form.field('email')}
      />
    </FormDialog>
  )
}
