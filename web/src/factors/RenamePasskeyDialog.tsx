import { Trans, useLingui } from '@lingui/react/macro'
import { type Passkey, renamePasskey, renamePasskeyBody } from '@twofold/contract/factors'
import { useForm } from 'react-hook-form'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useFactorChange } from './use-factor-change.ts'

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({ resolver: schemaResolver(renamePasskeyBody), defaultValues: { name: passkey.name } })
  useUnsavedChanges(form.formState.isDirty)
  const rename = useFactorChange({
    run: (body: { name: string }) => call(renamePasskey, { params: { id: passkey.id }, body }),
    isShown: true,
    onDone: onClose,
  })
  return (
    <Dialog
      title={t`Rename ${passkey.name}`}
      size="sm"
      onClose={onClose}
      pending={rename.isPending}
      onSubmit={form.handleSubmit((values) => rename.mutate(values))}
      footer={
        <SubmitButtons pending={rename.isPending} pendingLabel={t`Saving...`}>
          <Trans>Save</Trans>
        </SubmitButtons>
      }
    >
      <TextField
        label={t`Name`}
        maxLength={60}
        autoFocus
        readOnly={rename.isPending}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <FailureAlert>{rename.isError && failureMessage(rename.error, t`This could not be saved. Please try again.`)}</FailureAlert>
    </Dialog>
  )
}
