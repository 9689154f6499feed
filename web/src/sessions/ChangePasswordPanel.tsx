import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { TextField } from '../ui/TextField.tsx'
import { failureMessage } from '../lib/api-error.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useChangePassword } from './use-change-password.ts'

/** `email` is for password managers, which keep a password under a name. */
export function ChangePasswordPanel({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Change Password`}>
      <ChangePasswordForm email={email} hasPassword={hasPassword} />
    </Panel>
  )
}

function ChangePasswordForm({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const { t } = useLingui()
  const { form, change, submit, refusal } = useChangePassword({ hasPassword })
  const { errors } = form.formState
  return (
    <form noValidate className="grid max-w-form gap-5" aria-label={t`Change Password`} onSubmit={submit}>
      <p className="text-text-2">
        {hasPassword ? (
          <Trans>You’ll be signed out on all devices.</Trans>
        ) : (
          <Trans>
            You have no password here yet. To set one you will be asked for your PIN; afterwards you sign in again, here and on every other
            device.
          </Trans>
        )}
      </p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <TextField
          label={t`Current password`}
          type="password"
          autoComplete="current-password"
          readOnly={change.isPending}
          error={errors.current_password?.message}
          {...form.register('current_password')}
        />
      )}
      <NewPasswordFields
        form={form}
        name="new_password"
        labels={{ password: t`New password`, confirmation: t`Confirm new password` }}
        readOnly={change.isPending}
      />
      {change.isError && (
        <Alert type="error" title={t`Failed to change password`} announce>
          {refusal.hasPlace
            ? t`Please fix the errors above`
            : (refusal.rest ?? failureMessage(change.error, t`The server cannot be reached. Check your connection and try again.`))}
        </Alert>
      )}
      {change.isSuccess && (
        <Alert type="success" title={change.data.message} announce>
          <Trans>You are being signed out...</Trans>
        </Alert>
      )}
      <Button
        type="submit"
        variant="primary"
        className="justify-self-start"
        pending={change.isPending || change.isSuccess}
        pendingLabel={t`Changing password...`}
      >
        {hasPassword ? <Trans>Change Password</Trans> : <Trans>Set Password</Trans>}
      </Button>
    </form>
  )
}
