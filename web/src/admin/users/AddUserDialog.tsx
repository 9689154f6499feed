import { useLingui } from '@lingui/react/macro'
import { createUser, inviteUser } from '@twofold/contract/admin/users'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LinkOffer } from './LinkOffer.tsx'
import { usersKey } from './users.ts'

type Way = 'mail' | 'link' | 'password'

/** Adds a user: by an invitation, e-mailed or handed over, or with a password that they change at the first sign-in. */
export function AddUserDialog({ onClose, way: firstWay = 'mail' }: { onClose: () => void; way?: Way }) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { way: firstWay, name: '', email: '', password: '', role: 'user' },
    send: async ({ way, role, ...fields }) => {
      if (way !== 'password') return call(inviteUser, { body: { email: fields.email, delivery: way } })
      const { message } = await call(createUser, { body: { ...fields, role: role === 'admin' ? 'admin' : 'user' } })
      return { message, link: null, expires_at: '' }
    },
    failed: t`The user could not be added`,
    renews: [usersKey],
    // The link is seen once.
    stays: ({ link }) => link !== null,
    onClose,
  })
  const way = form.watch('way')
  const { answer } = form
  return (
    <FormDialog
      form={form}
      title={t`Add User`}
      size="sm"
      submitLabel={way === 'mail' ? t`Send invitation` : way === 'link' ? t`Make link` : t`Create user`}
      done={answer?.link && <LinkOffer link={answer.link} expiresAt={answer.expires_at} />}
    >
      <Select
        label={t`How`}
        {...form.field('way')}
        options={[
          { value: 'mail', label: t`Invite by e-mail` },
          { value: 'link', label: t`Invite with a link that I hand over` },
          { value: 'password', label: t`Create with a password` },
        ]}
      />
      {way === 'password' && <TextField label={t`Name`} autoComplete="off" {...form.field('name')} />}
      <TextField label={t`Email`} type="email" autoComplete="off" {...form.field('email')} />
      {way === 'password' && (
        <>
          <TextField
            label={t`Password`}
            type="password"
            help={t`They have to choose another one at the first sign-in.`}
            autoComplete="new-password"
            {...form.field('password')}
          />
          <Select
            label={t`Role`}
            {...form.field('role')}
            options={[
              { value: 'user', label: t`User` },
              { value: 'admin', label: t`Administrator` },
            ]}
          />
        </>
      )}
    </FormDialog>
  )
}
