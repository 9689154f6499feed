import { useLingui } from '@lingui/react/macro'
import { addServiceAccount, serviceAccountLimits } from '@twofold/contract/service-accounts'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { TextField } from '../ui/TextField.tsx'
import { serviceAccountsQuery } from './service-accounts.ts'

export function AddServiceAccountDialog({ group, onClose }: { group: { id: string; name: string }; onClose: () => void }) {
  const { t } = useLingui()
  const groupName = group.name
  const form = useFormDialog({
    values: { name: '' },
    send: ({ name }) => call(addServiceAccount, { body: { group_id: group.id, name: name.trim() } }),
    failed: t`The service account could not be changed. Please try again.`,
    renews: [serviceAccountsQuery.queryKey],
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t`Add service account`}
      subtitle={t`It belongs to the group ${groupName} and stays when members leave.`}
      size="sm"
      submitLabel={t`Add`}
      pendingLabel={t`Adding...`}
    >
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={serviceAccountLimits.nameMax}
        disabled={form.isPending}
        {...form.field('name', (text) => (text.trim() === '' ? t`Name is required` : undefined))}
      />
    </FormDialog>
  )
}
