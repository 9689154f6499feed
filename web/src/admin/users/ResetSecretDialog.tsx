import { Trans, useLingui } from '@lingui/react/macro'
import { resetUserPassword, resetUserPin } from '@twofold/contract/admin/users'
import { limits } from '@twofold/contract/limits'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usersKey } from './users.ts'

type ResetSecretDialogProps = { kind: 'password' | 'pin'; user: { id: string; name: string }; onClose: () => void }

/** A new password or PIN for somebody else: typed, and confirmed before it is sent. */
export function ResetSecretDialog({ kind, user: { id, name }, onClose }: ResetSecretDialogProps) {
  const { t } = useLingui()
  const isPassword = kind === 'password'
  const form = useFormDialog({
    values: { secret: '' },
    isAsked: true,
    send: ({ secret }) =>
      isPassword
        ? call(resetUserPassword, { params: { id }, body: { new_password: secret } })
        : call(resetUserPin, { params: { id }, body: { new_pin: secret } }),
    failed: isPassword ? t`Failed to reset password` : t`Failed to reset PIN`,
    renews: [usersKey],
    onClose,
  })
  const complaint = (secret: string) => {
    if (isPassword) return secret.length >= limits.passwordMin ? undefined : t`Password must be at least 8 characters long`
    return /^\d{4}$/.test(secret) ? undefined : t`PIN must be exactly 4 digits`
  }
  return (
    <FormDialog
      form={form}
      title={isPassword ? t`Reset Password` : t`Reset PIN`}
      subtitle={name}
      size="sm"
      submitLabel={<Trans>Continue</Trans>}
      confirm={{
        title: isPassword ? t`Reset password for ${name}?` : t`Reset PIN for ${name}?`,
        confirmLabel: isPassword ? t`Reset Password` : t`Reset PIN`,
        children: (
          <p>
            {isPassword ? (
              <Trans>They are notified, their secrets stay closed for 24 hours, and their next sign-in needs more than this.</Trans>
            ) : (
              <Trans>They are notified, and their secrets stay closed for 24 hours.</Trans>
            )}
          </p>
        ),
      }}
    >
      <TextField
        autoFocus
        label={isPassword ? t`New password` : t`New PIN`}
        type="password"
        autoComplete="new-password"
        {...(!isPassword && { inputMode: 'numeric', maxLength: 4, reveal: { show: t`Show PIN`, hide: t`Hide PIN` } })}
        {...form.field('secret', complaint)}
      />
      <Alert type="info">
        {isPassword ? (
          <Trans>Anyone with this password can sign in as them. Hand it over in person.</Trans>
        ) : (
          <Trans>Hand this PIN over in person, and ask them to choose another one: you know it now.</Trans>
        )}
      </Alert>
    </FormDialog>
  )
}
