import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addSuppression } from '@twofold/contract/email/suppressions'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { suppressionsKey } from './suppressions.ts'

export function AddSuppressionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [detail, setDetail] = useState('')
  useUnsavedChanges(email !== '' || detail !== '')
  const add = useMutation({
    mutationFn: () => call(addSuppression, { body: { email, ...(detail.trim() !== '' && { detail }) } }),
    onSuccess: async ({ message }) => {
      toast.success(message, emailToast)
      onClose()
      await client.invalidateQueries({ queryKey: suppressionsKey })
    },
  })
  const errors = add.error instanceof ApiError ? add.error.errors : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  return (
    <Dialog
      title={t`Add an address`}
      subtitle={t`It gets no mail any more, but for what its account depends on.`}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      pending={add.isPending}
      footer={
        <>
          <CancelButton />
          <Button type="submit" variant="primary" pending={add.isPending}>
            <Trans>Add address</Trans>
          </Button>
        </>
      }
    >
      {add.error && Object.keys(errors).length === 0 && (
        <Alert type="error" announce>
          {failureMessage(add.error, t`The address could not be added`)}
        </Alert>
      )}
      <TextField
        autoFocus
        label={t`Email`}
        type="email"
        autoComplete="off"
        value={email}
        error={errors['email']?.[0]}
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        label={t`Reason`}
        note={t`Optional`}
        maxLength={500}
        value={detail}
        error={errors['detail']?.[0]}
        onChange={({ target }) => setDetail(target.value)}
      />
    </Dialog>
  )
}
