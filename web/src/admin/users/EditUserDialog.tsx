import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { updateUser } from '@twofold/contract/admin/users'
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
import { usersKey } from './users.ts'

export function EditUserDialog({ user, onClose }: { user: { id: string; name: string; email: string }; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [name, setName] = useState(user.name)
  const [email, setEmail] = useState(user.email)
  useUnsavedChanges(name !== user.name || email !== user.email)
  const save = useMutation({
    mutationFn: () => call(updateUser, { params: { id: user.id }, body: { name, email } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await client.invalidateQueries({ queryKey: usersKey })
    },
  })
  const errors = save.error instanceof ApiError ? save.error.errors : undefined
  const isField = errors !== undefined && Object.keys(errors).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      title={t`Edit User`}
      subtitle={user.name}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      pending={save.isPending}
      footer={
        <>
          <CancelButton />
          <Button type="submit" variant="primary" pending={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {save.error && !isField && (
          <Alert type="error" announce>
            {failureMessage(save.error, t`The user could not be changed`)}
          </Alert>
        )}
        <TextField autoFocus label={t`Name`} value={name} error={errors?.['name']?.[0]} onChange={({ target }) => setName(target.value)} />
        <TextField
          label={t`Email`}
          type="email"
          value={email}
          help={t`Another address is not verified until its person proves it.`}
          error={errors?.['email']?.[0]}
          onChange={({ target }) => setEmail(target.value)}
        />
      </div>
    </Dialog>
  )
}
