import { Trans, useLingui } from '@lingui/react/macro'
import { serviceAccountLimits } from '@twofold/contract/service-accounts'
import { useForm } from 'react-hook-form'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAddAccount } from './service-accounts.ts'

export function AddServiceAccountDialog({ group, onClose }: { group: { id: string; name: string }; onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({ defaultValues: { name: '' } })
  const add = useAddAccount(group.id, onClose)
  const { errors, isDirty } = form.formState
  useUnsavedChanges(isDirty && !add.isSuccess)
  const groupName = group.name
  return (
    <Dialog
      title={t`Add service account`}
      subtitle={t`It belongs to the group ${groupName} and stays when members leave.`}
      size="sm"
      onClose={onClose}
      pending={add.isPending}
      onSubmit={form.handleSubmit(({ name }) => {
        if (!add.isPending) add.mutate(name.trim())
      })}
      footer={
        <SubmitButtons pending={add.isPending} pendingLabel={t`Adding...`}>
          <Trans>Add</Trans>
        </SubmitButtons>
      }
    >
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={serviceAccountLimits.nameMax}
        disabled={add.isPending}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || t`Name is required` })}
      />
    </Dialog>
  )
}
