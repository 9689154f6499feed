import { Trans, useLingui } from '@lingui/react/macro'
import { deleteProfile, type ProfileUser } from '@twofold/contract/profile'
import type { FormEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useRefusal } from '../kits/use-refusal.ts'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { DeletionPreview } from './deletion.ts'
import { DeletionSummary } from './DeletionSummary.tsx'

const word = 'DELETE'

interface DeleteAccountDialogProps {
  profile: ProfileUser
  /** Undefined when it could not be loaded. */
  preview: DeletionPreview | undefined
  onClose: () => void
  /** The account is gone, and with it every session: the person has to be signed out here too. */
  onDeleted: () => void
}

/** The last question. Closing it forgets what was typed. */
export function DeleteAccountDialog({ profile, preview, onClose, onDeleted }: DeleteAccountDialogProps) {
  const { t } = useLingui()
  const { form, isConfirmed, remove, refusal, submit } = useDeletion(profile, onDeleted)
  const { errors } = form.formState
  const isOver = remove.isPending || remove.isSuccess
  return (
    <Dialog
      title={t`Delete Account`}
      subtitle={t`This can’t be undone`}
      onClose={onClose}
      pending={isOver}
      onSubmit={submit}
      footer={
        <SubmitButtons
          variant="danger"
          pending={isOver}
          pendingLabel={t`Deleting...`}
          disabledReason={isConfirmed ? undefined : t`Type DELETE in capital letters first.`}
        >
          <Trans>Delete Account</Trans>
        </SubmitButtons>
      }
    >
      {preview && (
        <Alert type="warning" title={<Trans>{profile.email} will be deleted</Trans>}>
          <DeletionSummary preview={preview} />
        </Alert>
      )}
      {profile.has_password ? (
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="current-password"
          autoFocus
          readOnly={isOver}
          error={errors.password?.message}
          {...form.register('password', { required: t`Password is required` })}
        />
      ) : (
        <p className="text-text-2">
          <Trans>You will be asked for your PIN.</Trans>
        </p>
      )}
      <TextField
        label={
          <Trans>
            Type <code>DELETE</code> to confirm
          </Trans>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isOver}
        error={errors.confirmation?.message}
        {...form.register('confirmation')}
      />
      {remove.isError && !refusal.hasPlace && (
        <Alert type="error" title={t`Failed to delete account`} announce>
          {refusal.rest ?? failureMessage(remove.error, remove.error.message)}
        </Alert>
      )}
      {remove.isSuccess && (
        <Alert type="success" title={remove.data.message} announce>
          <Trans>Signing you out...</Trans>
        </Alert>
      )}
    </Dialog>
  )
}

function useDeletion({ has_password: hasPassword }: ProfileUser, onDeleted: () => void) {
  const form = useForm({ defaultValues: { password: '', confirmation: '' } })
  useUnsavedChanges(form.formState.isDirty)
  const isConfirmed = useWatch({ control: form.control, name: 'confirmation' }) === word
  const remove = useAct({
    send: ({ password }: { password: string }) => call(deleteProfile, { body: { confirmation: word, ...(hasPassword && { password }) } }),
    failed: false,
    said: false,
    renews: [],
    onAnswer: ({ requires_reauth: isSignedOut }) => void (isSignedOut && onDeleted()),
  })
  const send = form.handleSubmit((values) => {
    if (isConfirmed && !remove.isPending && !remove.isSuccess) remove.mutate(values)
  })
  return {
    form,
    isConfirmed,
    remove,
    refusal: useRefusal(form, remove.error),
    submit: (event: FormEvent) => {
      // What the server said against a field that is not there must not hold back the next try.
      form.clearErrors()
      return send(event)
    },
  }
}
