import { useLingui } from '@lingui/react/macro'
import { linkRequestBody, requestPasswordReset, requestVerification } from '@twofold/contract/sessions'
import { GateForm } from '../kits/GateForm.tsx'
import { useSentForm } from '../kits/use-sent-form.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { Alert } from '../ui/Alert.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'

/** Requests a new link in place of an expired one. The answer is the same for every address. */
export function NewLinkForm({ to }: { to: 'verify' | 'reset' }) {
  const { t } = useLingui()
  const endpoint = to === 'verify' ? requestVerification : requestPasswordReset
  const form = useSentForm({
    mode: 'onTouched',
    rules: schemaResolver(linkRequestBody),
    values: { email: '' },
    send: (body: { email: string }) => call(endpoint, { body }),
    said: false,
    failed: to === 'verify' ? t`Failed to send verification email` : t`Failed to send reset link`,
    renews: [],
    leaves: 'sent',
  })
  return (
    <GateForm form={form} onChange={form.forget}>
      <TextField label={t`Email`} type="email" autoComplete="username" {...form.field('email')} />
      <FailureAlert>{form.failure}</FailureAlert>
      {form.answer && (
        <Alert type="success" announce>
          {to === 'verify' ? t`Verification email sent! Please check your inbox.` : t`Password reset link sent to your email`}
        </Alert>
      )}
      <Button type="submit" variant="primary" size="lg" block pending={form.isPending} pendingLabel={t`Sending...`}>
        {to === 'verify' ? t`Resend verification e-mail` : t`Send Reset Link`}
      </Button>
    </GateForm>
  )
}
