import { Trans, useLingui } from '@lingui/react/macro'
import { renamePasskeyBody } from '@twofold/contract/factors'
import { useForm } from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { makePasskey, PasskeyError } from './make-passkey.ts'
import { useFactorChange } from './use-factor-change.ts'

interface AddPasskeyDialogProps {
  onClose: () => void
  /** With the recovery codes, when there were none. */
  onDone: (codes: string[] | undefined) => void
}

export function AddPasskeyDialog({ onClose, onDone }: AddPasskeyDialogProps) {
  const { t } = useLingui()
  // A name alone: the rest of the call comes from server and browser.
  const form = useForm({ resolver: schemaResolver(renamePasskeyBody), defaultValues: { name: '' } })
  useUnsavedChanges(form.formState.isDirty)
  const add = useFactorChange({
    run: ({ name }: { name: string }) => makePasskey(name),
    isShown: true,
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  })
  const isDismissed = add.error instanceof ApiError && add.error.code === 'pin.required'
  return (
    <Dialog
      title={t`Add a passkey`}
      subtitle={t`Your browser asks you next where to keep it.`}
      size="sm"
      onClose={onClose}
      pending={add.isPending}
      onSubmit={form.handleSubmit((values) => add.mutate(values))}
      footer={
        <SubmitButtons pending={add.isPending} pendingLabel={t`Waiting for your device...`}>
          <Trans>Continue</Trans>
        </SubmitButtons>
      }
    >
      <TextField
        label={t`Name`}
        help={t`Such as the device that it is on.`}
        maxLength={60}
        autoFocus
        readOnly={add.isPending}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <FailureAlert>
        {add.isError &&
          !isDismissed &&
          (add.error instanceof PasskeyError
            ? add.error.message
            : failureMessage(add.error, t`The passkey could not be added. Please try again.`))}
      </FailureAlert>
    </Dialog>
  )
}
