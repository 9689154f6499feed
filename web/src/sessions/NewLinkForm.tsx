import { useLingui } from '@lingui/react/macro'
import { linkRequestBody, requestPasswordReset, requestVerification } from '@twofold/contract/sessions'
import { useForm } from 'react-hook-form'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'

/** Requests a new link in place of an expired one. The answer is the same for every address. */
export function NewLinkForm({ to }: { to: 'verify' | 'reset' }) {
  const { t } = useLingui()
  const endpoint = to === 'verify' ? requestVerification : requestPasswordReset
  const form = useForm({ mode: 'onTouched', resolver: schemaResolver(linkRequestBody), defaultValues: { email: '' } })
  const request = useAct({ send: (body: { email: string }) => call(endpoint, { body }), failed: false, said: false, renews: [] })
  useUnsavedChanges(form.formState.isDirty && !request.isSuccess)
  const failed = to === 'verify' ? t`Failed to send verification email` : t`Failed to send reset link`
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => request.mutate(values))}>
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        error={form.formState.errors.email?.message}
        {...form.register('email', { onChange: () => request.reset() })}
      />
      <FailureAlert>{request.isError && failureMessage(request.error, failed)}</FailureAlert>
      {request.isSuccess && (
        <Alert type="success" announce>
          {to === 'verify' ? t`Verification email sent! Please check your inbox.` : t`Password reset link sent to your email`}
        </Alert>
      )}
      <Button type="submit" variant="primary" size="lg" block pending={request.isPending} pendingLabel={t`Sending...`}>
        {to === 'verify' ? t`Resend verification e-mail` : t`Send Reset Link`}
      </Button>
    </form>
  )
}
