import { Trans, useLingui } from '@lingui/react/macro'
import { linkRequestBody, requestPasswordReset } from '@twofold/contract/sessions'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { TextField } from '../ui/TextField.tsx'

/** Asks for the address to which the way to a new password is sent. */
export function ResetPasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { email },
    mode: 'onTouched',
    rules: schemaResolver(linkRequestBody),
    send: (body) => call(requestPasswordReset, { body }),
    failed: t`Failed to send reset link`,
    said: () => t`Password reset link sent to your email`,
    renews: [],
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t`Reset Password`}
      subtitle={t`We send you a link with which you choose a new password.`}
      size="sm"
      submitLabel={<Trans>Send Reset Link</Trans>}
      pendingLabel={t`Sending...`}
    >
      <TextField label={t`Email`} type="email" autoComplete="username" autoFocus disabled={form.isPending} {...form.field('email')} />
    </FormDialog>
  )
}
