import { Trans, useLingui } from '@lingui/react/macro'
import { deleteProfile, type ProfileUser } from '@twofold/contract/profile'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
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
  const form = useFormDialog({
    values: { password: '', confirmation: '' },
    send: ({ password }) => call(deleteProfile, { body: { confirmation: word, ...(profile.has_password && { password }) } }),
    failed: (reason) => reason,
    renews: [],
    stays: () => true,
    onStay: ({ requires_reauth: isSignedOut }) => void (isSignedOut && onDeleted()),
    onClose,
  })
  const isConfirmed = useWatch({ control: form.control, name: 'confirmation' }) === word
  const isOver = form.isPending || form.answer !== undefined
  return (
    <FormDialog
      form={{ ...form, isPending: isOver, failure: undefined }}
      title={t`Delete Account`}
      subtitle={t`This can’t be undone`}
      submitLabel={<Trans>Delete Account</Trans>}
      pendingLabel={t`Deleting...`}
      tone="danger"
      disabledReason={isConfirmed ? undefined : t`Type DELETE in capital letters first.`}
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
          {...form.field('password', (password) => (password === '' ? t`Password is required` : undefined))}
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
        {...form.field('confirmation')}
      />
      {form.failure && (
        <Alert type="error" title={t`Failed to delete account`} announce>
          {form.failure}
        </Alert>
      )}
      {form.answer && (
        <Alert type="success" title={form.answer.message} announce>
          <Trans>Signing you out...</Trans>
        </Alert>
      )}
    </FormDialog>
  )
}
