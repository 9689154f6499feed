import { Trans, useLingui } from '@lingui/react/macro'
import { PageForm } from '../kits/PageForm.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Panel } from '../ui/Panel.tsx'
import { TextField } from '../ui/TextField.tsx'
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
  const form = useChangePassword({ hasPassword })
  const { isPending, answer } = form
  return (
    <PageForm form={form} className="grid max-w-form gap-5" aria-label={t`Change Password`}>
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
          readOnly={isPending}
          {...form.field('current_password')}
        />
      )}
      <NewPasswordFields
        form={form}
        name="new_password"
        labels={{ password: t`New password`, confirmation: t`Confirm new password` }}
        readOnly={isPending}
      />
      <FailureAlert title={t`Failed to change password`}>{form.failure}</FailureAlert>
      {answer && (
        <Alert type="success" title={answer.message} announce>
          <Trans>You are being signed out...</Trans>
        </Alert>
      )}
      <Button
        type="submit"
        variant="primary"
        className="justify-self-start"
        pending={isPending || answer !== undefined}
        pendingLabel={t`Changing password...`}
      >
        {hasPassword ? <Trans>Change Password</Trans> : <Trans>Set Password</Trans>}
      </Button>
    </PageForm>
  )
}
