import { Trans, useLingui } from '@lingui/react/macro'
import { resetPassword, resetPasswordBody } from '@twofold/contract/links'
import { type GoodLink, useLinkForm } from '../kits/use-link-form.ts'
import { GateForm } from '../kits/GateForm.tsx'
import { removeAuthToken } from '../lib/auth-token.ts'
import { call } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

/** Sets a new password by an e-mailed link. */
export function ResetPasswordForm({ email, token, recheck, onDone }: GoodLink) {
  const { t } = useLingui()
  const form = useLinkForm({
    rules: resetPasswordBody,
    values: { token, password: '', password_confirmation: '' },
    send: (body) => call(resetPassword, { body }),
    failed: t`Your password could not be changed. Please try again.`,
    recheck,
    onDone: () => {
      // The session ended with all others, so the stored token is useless.
      removeAuthToken()
      onDone()
    },
  })
  return (
    <GateForm form={form}>
      {/* For password managers, which store a password with a user name. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <NewPasswordFields form={form} name="password" labels={{ password: t`New password`, confirmation: t`Confirm new password` }} />
      <FailureAlert>{form.failure}</FailureAlert>
      <Button type="submit" variant="primary" size="lg" block pending={form.isPending} pendingLabel={t`Changing password...`}>
        <Trans>Change password</Trans>
      </Button>
    </GateForm>
  )
}
