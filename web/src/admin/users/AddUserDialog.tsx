import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createUser, inviteUser } from '@twofold/contract/admin/users'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { LinkOffer } from './LinkOffer.tsx'
import { usersKey } from './users.ts'

const ways = ['mail', 'link', 'password'] as const
type Way = (typeof ways)[number]

/** Lets somebody in: by an invitation, mailed or handed over, or with a password that they change at the first sign-in. */
export function AddUserDialog({ onClose, way: firstWay = 'mail' }: { onClose: () => void; way?: Way }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [way, setWay] = useState<Way>(firstWay)
  const [fields, setFields] = useState({ name: '', email: '', password: '', role: 'user' })
  useUnsavedChanges([fields.name, fields.email, fields.password].some((text) => text !== ''))
  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value })
  const add = useMutation({
    mutationFn: async () => {
      if (way !== 'password') return call(inviteUser, { body: { email: fields.email, delivery: way } })
      const { message } = await call(createUser, { body: { ...fields, role: fields.role === 'admin' ? 'admin' : 'user' } })
      return { message, link: null, expires_at: '' }
    },
    onSuccess: async ({ message, link }) => {
      if (link === null) {
        toast.success(message)
        onClose()
      }
      await client.invalidateQueries({ queryKey: usersKey })
    },
  })
  const errors = add.error instanceof ApiError ? add.error.errors : undefined
  const isField = errors !== undefined && Object.keys(errors).length > 0
  const link = add.data?.link
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (link) onClose()
    else add.mutate()
  }
  return (
    <Dialog
      title={t`Add User`}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      pending={add.isPending}
      footer={
        link ? (
          <Button type="submit" variant="primary">
            <Trans>Done</Trans>
          </Button>
        ) : (
          <>
            <CancelButton />
            <Button type="submit" variant="primary" pending={add.isPending}>
              {way === 'mail' ? t`Send invitation` : way === 'link' ? t`Make link` : t`Create user`}
            </Button>
          </>
        )
      }
    >
      {link && add.data ? (
        <LinkOffer link={link} expiresAt={add.data.expires_at} />
      ) : (
        <div className="grid gap-4">
          {add.error && !isField && (
            <Alert type="error" announce>
              {failureMessage(add.error, t`The user could not be added`)}
            </Alert>
          )}
          <Select
            label={t`How`}
            value={way}
            onChange={({ target }) => setWay(ways.find((one) => one === target.value) ?? 'mail')}
            options={[
              { value: 'mail', label: t`Invite by mail` },
              { value: 'link', label: t`Invite with a link that I hand over` },
              { value: 'password', label: t`Create with a password` },
            ]}
          />
          {way === 'password' && (
            <TextField label={t`Name`} value={fields.name} error={errors?.['name']?.[0]} onChange={set('name')} autoComplete="off" />
          )}
          <TextField
            label={t`Email`}
            type="email"
            value={fields.email}
            error={errors?.['email']?.[0]}
            onChange={set('email')}
            autoComplete="off"
          />
          {way === 'password' && (
            <>
              <TextField
                label={t`Password`}
                type="password"
                value={fields.password}
                help={t`They have to choose another one at the first sign-in.`}
                error={errors?.['password']?.[0]}
                onChange={set('password')}
                autoComplete="new-password"
              />
              <Select
                label={t`Role`}
                value={fields.role}
                onChange={set('role')}
                options={[
                  { value: 'user', label: t`User` },
                  { value: 'admin', label: t`Administrator` },
                ]}
              />
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}
