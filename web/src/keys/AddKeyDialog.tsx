import './keys.css'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { addKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { emptyDraft, fillFromLink, isAdvanced, isOtpauthLink, type KeyDraft } from './key-draft.ts'
import { type FailedDraft, useAddKey } from './use-add-key.ts'

interface AddKeyDialogProps {
  /** What to begin with, after a failure. */
  failed: FailedDraft | undefined
  onAdded: (answer: CallResponse<typeof addKey>) => void
  onClose: () => void
  onTryAgain: (failed: FailedDraft) => void
}

export function AddKeyDialog({ failed, onAdded, onClose, onTryAgain }: AddKeyDialogProps) {
  const { t } = useLingui()
  const add = useAddKey({ failed, onAdded, onFailed: onClose, onTryAgain })
  const form = useForm<KeyDraft>({ defaultValues: failed?.draft ?? emptyDraft })
  const [advanced, setAdvanced] = useState(() => isAdvanced(form.getValues()))
  const [filled, setFilled] = useState(false)
  const { errors, isDirty } = form.formState
  // What failed to be saved is not saved either.
  useUnsavedChanges(isDirty || failed !== undefined)
  const name = useWatch({ control: form.control, name: 'name' })
  const busy = add.isPending
  const nameField = form.register('name', { validate: (text) => text.trim() !== '' || t`Name is required` })
  const secretField = form.register('secret')

  function takeLink(text: string) {
    const draft = fillFromLink(form.getValues(), text)
    if (!draft) return form.setError('secret', { type: 'link', message: t`This is not a valid otpauth link.` })
    form.reset(draft, { keepDefaultValues: true })
    setFilled(true)
    if (isAdvanced(draft)) setAdvanced(true)
  }

  return (
    <Dialog
      title={t`Add 2FA Key`}
      subtitle={t`Type the secret, or paste an otpauth link in its place`}
      onClose={onClose}
      pending={busy}
      onSubmit={form.handleSubmit(
        (draft) => add.submit(draft),
        (invalid) => {
          if (Object.keys(invalid).some((field) => field !== 'name' && field !== 'secret')) setAdvanced(true)
        },
      )}
      footer={
        <>
          <Button onPress={onClose} {...(busy && { disabledReason: t`Please wait.` })}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={busy}
            pendingLabel={t`Adding...`}
            disabledReason={name.trim() === '' ? t`The key needs a name.` : undefined}
            attemptable
          >
            <Trans>Add Key</Trans>
          </Button>
        </>
      }
    >
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={limits.keyNameMax}
        disabled={busy}
        error={errors.name?.message}
        {...nameField}
      />
      <TextField
        label={t`Secret`}
        note={
          <Badge>
            <Trans>Optional</Trans>
          </Badge>
        }
        type="password"
        mono
        reveal={{ show: t`Show secret`, hide: t`Hide secret` }}
        autoComplete="off"
        placeholder={t`Leave empty to auto-generate`}
        maxLength={limits.otpauthUriMax}
        disabled={busy}
        error={errors.secret?.message}
        help={filled ? t`Filled in from the link.` : t`The text under the QR code of the service: letters A to Z and digits 2 to 7.`}
        {...secretField}
        onChange={(event) => {
          setFilled(false)
          form.clearErrors('secret')
          return isOtpauthLink(event.target.value) ? takeLink(event.target.value) : secretField.onChange(event)
        }}
      />
      <AdvancedFields form={form} open={advanced} onToggle={setAdvanced} disabled={busy} />
    </Dialog>
  )
}
